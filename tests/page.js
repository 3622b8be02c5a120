/* SPDX-License-Identifier: MIT
 *
 * What the script of an HTML page does, without a browser: just enough of one
 * for it to run. Prints TAP, and the drawing of one moment as "svg: ...".
 *
 * tests/test_html_file.c puts a line before this that defines `page`, the file as
 * a string, and `drawn`, what to print: pairs of a moment, from 1, and a thread,
 * -1 for none.
 */
'use strict';

/* ---- A document ---- */

const plain = text => text.replace(/<[^>]*>/g, '').replace(/&lt;/g, '<')
  .replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&amp;/g, '&');

class Element {
  constructor(name) {
    this.tagName = name.toUpperCase();
    this.words = '';
    this.attributes = {};
    this.listeners = {};
    this.names = new Set();
    this.children = [];
    this.options = [];
    this.hidden = false;
    this.className = '';
    this.disabled = false;
    this.value = '';
    this.groups = [];
    this.markup = '';
    this.classList = {
      toggle: (name, wanted = !this.names.has(name)) => {
        if (wanted) this.names.add(name); else this.names.delete(name);
        return wanted;
      },
      contains: name => this.names.has(name),
    };
  }
  set textContent(words) { this.words = words; this.children = []; }
  get textContent() { return this.words; }
  set innerHTML(markup) {
    this.markup = markup;
    const count = (markup.match(/<g><\/g>/g) || []).length;
    this.groups = Array.from({length: count}, () => new Element('g'));
  }
  get innerHTML() { return this.markup; }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  removeAttribute(name) { delete this.attributes[name]; }
  addEventListener(name, listener) { (this.listeners[name] ||= []).push(listener); }
  happen(name, event = {}) {
    for (const listener of this.listeners[name] || [])
      listener({target: this, preventDefault() {}, ...event});
  }
  querySelector() { return this.first ||= new Element('path'); }
  querySelectorAll(what) { return what === 'g' ? this.groups : this.small || []; }
  cloneNode() { return new Element(this.tagName); }
  append(...elements) { this.children.push(...elements); }
  contains(element) { return this.children.includes(element); }
  focus() { document.activeElement = this; }
  add(option) { this.options.push(option); }
}

const elements = {}, root = new Element('html'), body = new Element('body');
for (const [, name, attributes, id] of page.matchAll(/<(\w+)((?: [^>]*)?) id="(\w+)"/g))
  elements[id] = new Element(name);
for (const [, id, text] of page.matchAll(/<script type="text\/plain" id="(\w+)">([^]*?)<\/script>/g)) {
  elements[id] = new Element('script');
  elements[id].textContent = text;
}
const titles = {};
for (const [, id, title] of page.matchAll(/<button id="(\w+)" title="([^"]*)"/g))
  titles[id] = title;
const list = /<ol id="steps">([^]*?)<\/ol>/.exec(page)[1];
for (const [, text] of list.matchAll(/<li>(.*)<\/li>/g)) {
  const item = new Element('li');
  item.textContent = plain(text);
  elements.steps.append(item);
}
root.names = new Set(/<html[^>]* class="([^"]*)"/.exec(page)[1].split(' '));

const world = new Element('window');
const document = {
  documentElement: root, body, fullscreenElement: null,
  getElementById: id => elements[id],
  createElement: name => new Element(name),
};
const place = {hash: ''};
const past = {replaceState: (state, title, hash) => { place.hash = hash; }};
let timer = null, waits = 0;
const later = (act, milliseconds) => { timer = act; waits = milliseconds; return 1; };
const never = () => { timer = null; };
const script = /<script>([^]*)<\/script>\s*<\/body>/.exec(page)[1];
new Function('document', 'location', 'history', 'addEventListener', 'setTimeout',
  'clearTimeout', 'Option', 'print', script)(document, place, past,
  (name, listener) => world.addEventListener(name, listener), later, never,
  function Option(text, value) { this.text = text; this.value = value; }, () => {});

/* ---- What a user does, and sees ---- */

const say = typeof print === 'function' ? print : console.log;
let number = 0;
function check(name, good, why = '') {
  say(`${good ? 'ok' : 'not ok'} ${++number} - page: ${name}`);
  if (!good) say(`# ${why}`);
}
function same(name, got, want) {
  check(name, String(got) === String(want), `${got}, not ${want}`);
}

const key = (name, more = {}) => world.happen('keydown', {key: name, target: body, ...more});
const click = id => elements[id].happen('click');
const at = () => +elements.time.value;
const shown = () => elements.stage.groups.map(group => group.markup).join('');
function jump(i) {
  elements.time.value = i;
  elements.time.happen('input');
}

/* The step of each moment, from 1; what a page says of them, said again. */
const steps = elements.moments.textContent.split('\n').slice(1, -1)
  .map(line => +line.split(' ')[0]);
const count = steps.length;
const ends = steps.map((step, i) => i + 1).filter(i => i === count || steps[i] !== steps[i - 1]);

/* ---- Steps ---- */

check('there are moments and steps', count > 30 && ends.length > 5, `${count}, ${ends.length}`);
same('it opens at the start', at(), 1);
key('ArrowRight');
key('ArrowRight');
same('Right goes on', at(), 3);
key('ArrowLeft');
same('Left goes back', at(), 2);
key('End');
same('End is the last', at(), count);
key('ArrowRight');
same('and nothing follows', at(), count);
key('Home');
same('Home is the first', at(), 1);
key('ArrowLeft');
same('and nothing is before', at(), 1);

/* Goes by KEY as long as that moves; the places. */
function walk(name) {
  const places = [];
  for (let before = 0; before !== at() && places.length <= count;) {
    before = at();
    key(name);
    if (at() !== before) places.push(at());
  }
  return places;
}
for (const name of ['ArrowDown', 'PageDown']) {
  key('Home');
  same(`${name} goes on to the end of each step`, walk(name), ends.filter(i => i > 1));
}
for (const name of ['ArrowUp', 'PageUp']) {
  key('End');
  const back = ends.filter(i => i < count).reverse();
  same(`${name} goes back to the end of each step`, walk(name),
    back.includes(1) ? back : [...back, 1]);
}
jump(ends[2] + 1);
key('PageDown');
same('from within a step to its end', at(), ends[3]);
jump(ends[2] + 1);
key('PageUp');
same('from within a step to the end of the one before', at(), ends[2]);
jump(5);
key('ArrowRight', {ctrlKey: true});
key('ArrowRight', {altKey: true});
same('keys of the browser stay its own', at(), 5);

/* ---- Buttons ---- */

const keyNames = {Up: 'ArrowUp', Down: 'ArrowDown', Left: 'ArrowLeft', Right: 'ArrowRight',
  'Page Up': 'PageUp', 'Page Down': 'PageDown', Home: 'Home', End: 'End'};
const within = steps.findIndex((step, i) =>
  i > ends[2] && [-2, -1, 1, 2].every(away => steps[i + away] === step)) + 1;
check('a step has moments within it', within > 0);
for (const id in titles) {
  const named = /\((.*)\)/.exec(titles[id]);
  if (!named || !keyNames[named[1].split(', ')[0]]) continue;
  jump(within);
  click(id);
  const by = at();
  for (const name of named[1].split(', ')) {
    jump(within);
    key(keyNames[name]);
    same(`button "${titles[id]}" does what ${name} does`, by, at());
  }
  const back = /previous|start/.test(titles[id]);
  check(`button "${titles[id]}" goes ${back ? 'back' : 'on'}`,
    back ? by < within : by > within, by);
}
const off = ids => ids.map(id => elements[id].disabled).join();
key('Home');
same('nothing is before the first', off(['first', 'stepback', 'back', 'next', 'stepnext', 'last']),
  'true,true,true,false,false,false');
key('ArrowRight');
same('after it all buttons work', off(['first', 'stepback', 'back', 'next', 'stepnext', 'last']),
  'false,false,false,false,false,false');
key('End');
same('nothing is after the last', off(['first', 'stepback', 'back', 'next', 'stepnext', 'last']),
  'false,false,false,true,true,true');

/* ---- Words ---- */

let wrong = '';
for (let i = 1; i <= count; ++i) {
  jump(i);
  const step = steps[i - 1];
  const where = `${step ? `step ${step}` : 'start'} · ${i} of ${count}`;
  const sentence = elements.steps.children[i - 1].textContent;
  if (elements.where.textContent !== where || !elements.say.textContent.startsWith(sentence)
      || elements.time.attributes['aria-valuetext'] !== sentence || place.hash !== '#' + i
      || step && !sentence.startsWith(`Step ${step}.`))
    wrong ||= `${i}: ${elements.where.textContent}: ${elements.say.textContent}`;
}
same('each moment has its number, its step, its sentence and its address', wrong, '');
place.hash = '#7';
world.happen('hashchange');
same('an address leads to its moment', at(), 7);
place.hash = '#nothing';
world.happen('hashchange');
same('another leads to the start', at(), 1);
place.hash = `#${count + 9}`;
world.happen('hashchange');
same('one too large leads to the end', at(), count);

/* ---- Playing ---- */

const pass = () => { const act = timer; timer = null; act(); };
key('Home');
key(' ');
const first = waits;
same('it plays at the speed that is shown', first, 1000 / elements.speed.value);
same('the button says that it pauses', elements.play.attributes['aria-label'], 'pause');
pass();
pass();
same('time goes on', at(), 3);
key('+');
pass();
check('+ is faster', waits < first, waits);
key('-');
key('-');
pass();
check('- is slower', waits > first, waits);
key(' ');
same('a second press pauses', timer, null);
same('the button says that it plays', elements.play.attributes['aria-label'], 'play');
same('where it was', at(), 5);
key('End');
key('ArrowLeft');
key(' ');
pass();
pass();
same('it stops at the end', `${at()} ${timer}`, `${count} null`);
key(' ');
same('and starts again from the first', `${at()} ${timer !== null}`, '1 true');
key('ArrowRight');
same('a step pauses it', timer, null);
const slowest = Math.min(...elements.speed.options.map(one => one.value));
for (let i = 0; i < 20; ++i) key('-');
same('the slowest speed is the last', elements.speed.value, slowest);

/* ---- Looks ---- */

const looks = () => ['light', 'dark'].filter(name => root.names.has(name)).join();
const before = looks();
key('t');
const after = looks();
key('T');
same('T changes light and dark', `${before} ${after} ${looks()}`, 'light dark light');

/* ---- Pictures: the same whichever way one comes there ---- */

const pictures = [];
for (let i = 1; i <= count; ++i) {
  jump(i);
  pictures.push(shown());
}
check('pictures differ', new Set(pictures).size > count / 2, new Set(pictures).size);
const differs = visit => {
  for (const i of visit) {
    jump(i);
    if (shown() !== pictures[i - 1]) return i;
  }
  return 0;
};
const all = steps.map((step, i) => i + 1);
same('back they are the same', differs([...all].reverse()), 0);
same('and from far away', differs(all.map(i => i * 37 % count + 1)), 0);

/* ---- Local variables ---- */

const told = () => elements.say.textContent.slice(
  elements.steps.children[at() - 1].textContent.length);
const chosen = () => +elements.thread.value;
const threads = elements.thread.options.length - 1; /* but for the lowest */
const hasLocals = threads > 0;
function choose(thread) {
  elements.thread.value = thread;
  elements.thread.happen('change');
}
/* Which thread is told of at each moment. */
function walkLocals(thread) {
  choose(thread);
  return all.map(i => { jump(i); return (/ T(\d+)/.exec(told()) || [])[1]; });
}
if (hasLocals) {
  same('the lowest thread is shown at first', chosen(), -1);
  same('all threads can be chosen', elements.thread.options.slice(1).map(one => one.value),
    Array.from({length: threads}, (_, i) => i));
  const lowest = walkLocals(-1);
  check('the lowest is told where something runs',
    lowest.slice(1).every(one => one !== undefined) && lowest[0] === undefined, lowest);
  for (let thread = 0; thread < threads; ++thread) {
    const told = walkLocals(thread);
    check(`T${thread} is told in its place`,
      told.slice(1).every(one => one === String(thread)), told);
  }
  choose(2);
  jump(count);
  const one = shown();
  jump(1);
  jump(count);
  same('the same from elsewhere', shown() === one, true);
  choose(-1);
  check('another thread is another picture', shown() !== one);
  key('Home');
  key('ArrowRight');
  const start = +lowest[1];
  key('l');
  same('L is the next thread', chosen(), (start + 1) % threads);
  check('and is marked', elements.ring.textContent.includes(`data-thread="${chosen()}"`),
    elements.ring.textContent);
  key('L', {shiftKey: true});
  key('L', {shiftKey: true});
  same('Shift+L is the one before', chosen(), (start + threads - 1) % threads);
  for (let i = 0; i < threads; ++i) key('l');
  same('they go round', chosen(), (start + threads - 1) % threads);
  choose(-1);
  same('the lowest is not marked', elements.ring.textContent, '');

  /* What is pressed: a thread's own place; nothing; with a finger, beside it. */
  const press = (target, more = {}) => elements.stage.happen('click', {target, ...more});
  const place = shown().match(/<rect [^>]*class="of" data-thread="2"/g) || [];
  check('a thread has its lane', place.length >= 1, place.length);
  press({dataset: {thread: '2'}});
  same('a press chooses a thread', chosen(), 2);
  press({dataset: {}});
  same('a press beside it does not', chosen(), 2);
  press({dataset: {thread: '2'}});
  same('the same again: the lowest', chosen(), -1);
  const small = (thread, left) => ({dataset: {thread: String(thread)},
    getBoundingClientRect: () => ({left, right: left + 4, top: 10, bottom: 14})});
  elements.stage.small = [small(0, 0), small(3, 30), small(1, 90)];
  press({dataset: {}}, {pointerType: 'touch', clientX: 40, clientY: 20});
  same('a finger chooses the nearest', chosen(), 3);
  press({dataset: {}}, {pointerType: 'touch', clientX: 200, clientY: 20});
  same('but none that is far', chosen(), 3);
  press({dataset: {}}, {pointerType: 'mouse', clientX: 40, clientY: 20});
  same('a mouse is precise', chosen(), 3);
  choose(-1);
} else {
  key('l');
  same('L is nothing without locals', chosen(), -1);
  check('nor is there what to press', !/\tc\d/.test(page) && told() === '');
  check('nor to choose with', /id="thread"[^>]* hidden/.test(page));
}

/* ---- Cards ---- */

const hasCards = elements.point.options.length > 0;
if (hasCards) {
  const names = elements.point.options.map(option => option.text);
  const point = i => { elements.point.value = String(i); elements.point.happen('change'); };
  const card = () => elements.card.children.map(line => line.textContent);
  jump(1);
  same('nothing is pointed at', elements.card.hidden, true);
  const cell = elements.point.options.find(option => /^cell 0( of 1)?$/.test(option.text));
  check('a cell can be pointed at', !!cell, names.slice(0, 5).join());
  point(cell.value);
  same('its card is open', elements.card.hidden, false);
  check('it says which', card()[0].startsWith('cell 0'), card()[0]);
  check('and its history', card().some(line => line.startsWith('history: ')), card().join());
  check('a ring is around it', shown().includes('class="ring"'));
  const link = elements.card.children.find(line => line.tagName === 'BUTTON');
  check('a line leads on', !!link);
  const before = at();
  link.happen('click');
  check('to another moment', at() !== before || link.textContent.includes('now'), before);
  jump(ends[ends.length - 1]);
  check('the card follows the moment', card().some(line => /^stored by /.test(line)), card().join());
  key('Escape');
  same('Escape closes it', elements.card.hidden, true);
  check('and takes the ring away', !shown().includes('class="ring"'));
  point(-1);
} else {
  check('there is nothing to point with', /id="point"[^>]* (hidden|disabled)/.test(page));
}

/* ---- Paper ---- */

jump(2);
world.happen('beforeprint');
const sheets = elements.sheets.children;
same('on paper a sheet a step', sheets.length, ends.length);
same('with the picture of its end',
  sheets.findIndex((sheet, i) =>
    sheet.children[0].groups.map(group => group.markup).join('') !== pictures[ends[i] - 1]), -1);
same('and its sentence', sheets.findIndex((sheet, i) =>
  sheet.children[1].textContent !== elements.steps.children[ends[i] - 1].textContent), -1);

/* ---- Drawings, with their colours in place of their names ---- */

const palette = {};
const light = /\.light \{([^}]*)\}/.exec(page)[1];
for (const [, letter, color] of light.matchAll(/--(\w): (#\w+)/g)) palette[letter] = color;
const [, width, height] = /viewBox="0 0 (\d+) (\d+)" role/.exec(page);
for (const [moment, thread] of drawn) {
  jump(moment);
  if (hasLocals) choose(thread);
  say(`svg: <svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`
    + (elements.stage.markup.replace(/<g><\/g>/g, '') + shown())
      .replace(/class="f(\w)"/g, (_, letter) => `fill="${palette[letter]}"`)
      .replace(/class="of"/g, 'fill="none"')
      .replace(/var\(--(\w)\)/g, (_, letter) => palette[letter]) + '</svg>');
}
say(`1..${number}`);
