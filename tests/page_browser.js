/* SPDX-License-Identifier: MIT
 *
 * The tests of tests/page.test: FOLDER has run.html and lesson.html.
 */
'use strict';
const fs = require('fs'), zlib = require('zlib');
const {open} = require('./browser.js');
const folder = process.argv[2];
let count = 0, page;

function check(name, good, said) {
  console.log(`${good ? 'ok' : 'not ok'} ${++count} - ${name}`);
  if (!good) console.log('# ' + JSON.stringify(said));
}
const is = (name, seen, wanted) => check(name, seen === wanted, {seen, wanted});
const value = expression => page.run(expression);
const card = () => value(`document.getElementById('card').hidden ? ''
  : document.getElementById('card').firstChild.textContent`);
const shown = id => value(`document.getElementById('${id}').textContent`);
const moment = () => value('location.hash');
/* What a screen reader is told of in the live region that has TEXT. */
async function live(text) {
  const nodes = await page.read();
  const start = nodes.findIndex(one => one.role === 'StaticText' && one.name.includes(text));
  const region = nodes.find(one => one.live && one.live !== 'off');
  return {nodes, said: start >= 0, region};
}

/* The data of a page. */
function data_of(name) {
  const text = fs.readFileSync(folder + name, 'utf8');
  return JSON.parse(zlib.inflateSync(Buffer.from(/id="data">([^<]*)</.exec(text)[1], 'base64')));
}
const rest = time => new Promise(done => setTimeout(done, time));

async function stepping() {
  page = await open(process.env.UPSWEEP_BROWSER, folder + '/run.html', folder + '/profile0');
  const data = data_of('/run.html'), count = data.frames.length, seen = [];
  const look = async () => seen.push(await value('+document.getElementById("time").value'));
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'End', 'Home', 'PageDown', 'PageDown', 'PageUp']) {
    await page.key(key);
    await look();
  }
  const ends = data.moments.map((one, i) => i + 1).filter((one, i) =>
    i === count - 1 || data.moments[i + 1][0] !== data.moments[i][0]);
  is('keys step', seen.join(), [2, 3, 2, count, 1, ends[1], ends[2], ends[1]].join());
  is('T changes the theme', await value(`(() => { const was = document.documentElement.className;
    dispatchEvent(new KeyboardEvent('keydown', {key: 't'}));
    return was + ' ' + document.documentElement.className; })()`), 'light auto dark');
  await value('location.hash = "#step=3"');
  await rest(100);
  is('an address names a step', await value('+document.getElementById("time").value'), ends[3]);
  await value(`location.hash = "#${count - 2}&play"`);
  await rest(4000);
  is('and plays', await value('+document.getElementById("time").value'), count);
  await value('dispatchEvent(new Event("beforeprint"))');
  is('paper has a sheet for each step', await value('document.querySelectorAll(".sheet").length'), ends.length);
  await value('dispatchEvent(new Event("afterprint"))');
  const found = [...fs.readFileSync(folder + '/run.html', 'utf8').matchAll(/data-moment="(\d+)"/g)]
    .map(one => +one[1] + 1).sort((a, b) => a - b);
  check('a run with conflicts has findings', found.length > 0, found);
  await page.key('Home');
  await page.key('n');
  const problem = Math.min(...[...fs.readFileSync(folder + '/run.html', 'utf8')
    .matchAll(/data-moment="(\d+)" data-problem/g)].map(one => +one[1] + 1));
  is('N comes to the first problem', await value('+document.getElementById("time").value'), problem);
  await page.key('Home');
  await value('document.querySelector("#found button").click()');
  check('a finding leads to its moment', found.includes(await value('+document.getElementById("time").value')));
  is('no id is there twice', await value(`(() => {
    const ids = [...document.querySelectorAll('[id]')].map(one => one.id);
    return ids.length - new Set(ids).size; })()`), 0);
  is('no error while stepping', page.errors.join(), '');
  await page.phone();
  check('a phone has no wider page', await value('document.documentElement.scrollWidth <= 390'),
    await value('document.documentElement.scrollWidth'));
  check('buttons are a thumb wide', await value(`[...document.querySelectorAll('#bar button, #bar select')]
    .filter(one => one.offsetParent).map(one => one.getBoundingClientRect())
    .every(one => one.width >= 44 && one.height >= 40 && one.left >= 0 && one.right <= 390)`));
  check('the sentence is in sight', await value('document.getElementById("say").getBoundingClientRect().height > 20'));
  await page.close();
}

/* A value that moves is not seen where it arrives until it is there. */
async function motion() {
  page = await open(process.env.UPSWEEP_BROWSER, folder + '/run.html', folder + '/profile3');
  const at = data_of('/run.html').moves.findIndex(one => one.length);
  await value(`location.hash = "#${at}"`);
  await rest(100);
  await page.key('ArrowRight');
  await rest(60);
  check('a value moves', await value('document.getElementById("moving").children.length') > 0, at);
  await rest(4000);
  is('and arrives', await value('document.getElementById("moving").children.length'), 0);
  is('nothing stays hidden', await value('document.querySelectorAll("#picture [style*=hidden]").length'), 0);
  await page.close();
}

async function pointing() {
  page = await open(process.env.UPSWEEP_BROWSER, folder + '/run.html', folder + '/profile');
  for (let i = 0; i < 12; ++i) await page.key('ArrowRight');
  const before = await moment();
  is('arrows move in time', before, '#13');
  await page.key('Tab');
  is('Tab comes to the drawing', await value('document.activeElement.id'), 'stage');
  await page.key('ArrowRight');
  check('an arrow points at something', await card() !== '', await card());
  await value(`const point = document.getElementById('point');
    point.value = [...point.options].find(one => one.text === 'cell 5').value;
    point.dispatchEvent(new Event('change'));`);
  const walk = [];
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'ArrowUp', 'ArrowUp']) {
    await page.key(key);
    walk.push((await card()).split(/[,:]/)[0]);
  }
  is('arrows go to the next bank and the next row', walk.join(),
    'cell 6,cell 10,cell 9,cell 5,cell 1,cell 1');
  is('and not in time', await moment(), before);
  const {nodes} = await live('cell 1');
  const region = nodes.find(one => one.live === 'polite' && one.name === 'card');
  check('the card is a live region', region, nodes.filter(one => one.live));
  check('that has the words of the card',
    nodes.some(one => one.role === 'heading' && one.name.startsWith('cell 1')),
    nodes.filter(one => one.role === 'heading'));
  check('its links are buttons',
    nodes.some(one => one.role === 'button' && one.name.startsWith('stored by')),
    nodes.filter(one => one.role === 'button'));
  const drawing = nodes.find(one => one.roledescription === 'drawing');
  check('the drawing takes the keyboard, and says how',
    drawing && drawing.focused && /Arrows: choose a thing/.test(await shown('pointing')), drawing);
  await page.key('Enter');
  is('Enter goes to the first link', await value('document.activeElement.tagName'), 'BUTTON');
  await page.key('Enter');
  check('and follows it', await moment() !== before || await card() !== 'cell 1',
    [await moment(), await card()]);
  is('back to the drawing', await value('document.activeElement.id'), 'stage');
  await page.key('Escape');
  is('Escape leaves', await card(), '');
  await value(`point.value = [...point.options].find(one => /^node 0:2$/.test(one.text)).value;
    point.dispatchEvent(new Event('change'));`);
  await page.key('ArrowRight');
  check('a node has a sister', /^node 0:3/.test(await value('document.getElementById("point").selectedOptions[0].text')),
    await value('document.getElementById("point").selectedOptions[0].text'));
  await page.key('ArrowUp');
  is('and a parent', await value('document.getElementById("point").selectedOptions[0].text'), 'node 1:1');
  is('no error', page.errors.join(), '');
  await page.close();
}

async function lesson() {
  page = await open(process.env.UPSWEEP_BROWSER, folder + '/lesson.html', folder + '/profile2');
  check('a question has a field', (await shown('ask')).includes('Answer with thread numbers'),
    await shown('ask'));
  for (const key of ['1', 'Enter']) await page.key(key);
  check('what is typed is judged', /^Not correct. Answer: T1, T2 and T3/.test(await shown('verdict')),
    await shown('verdict'));
  check('and why is read out',
    /Bank 3 serves T0, T1, T2 and T3, one per cycle/.test(await shown('say')), await shown('say'));
  const told = await live('Not correct');
  check('a screen reader is told', told.said &&
    told.nodes.some(one => one.role === 'status' && one.live === 'polite'),
    told.nodes.filter(one => one.live));
  is('of the next moment', await moment(), '#2');
  await page.key('PageDown');
  is('Page Down comes to the next question', await moment(), '#3');
  const place = JSON.parse(await value(`(() => {
    const stage = document.getElementById('stage').getBoundingClientRect();
    const {boxes} = ${JSON.stringify(data_of('/lesson.html').questions[1].question)};
    const [x, y, w, h] = boxes.find(box => box[4] === 3);
    const {width, height} = document.getElementById('stage').viewBox.baseVal;
    const scale = Math.min(stage.width / width, stage.height / height);
    return JSON.stringify([stage.left + (stage.width - width * scale) / 2 + (x + w / 2) * scale,
      stage.top + (stage.height - height * scale) / 2 + (y + h / 2) * scale]);
  })()`));
  await page.click(...place);
  is('a press in the picture answers', await shown('verdict'), 'Correct.');
  is('the score is kept', await shown('score'), '1 of 2 right');
  await page.key('PageDown');
  await page.key('2');
  is('a digit chooses', await shown('verdict'), 'Correct.');
  is('the score at the end', await shown('score'), '2 of 3 right');
  await page.key('PageUp');
  check('an answer stays', (await shown('ask')).includes('Correct.'), await shown('ask'));
  await value('location.reload()');
  await new Promise(done => setTimeout(done, 500));
  is('another reader begins anew', await shown('verdict'), '');
  is('no error', page.errors.join(), '');
  await page.close();
}

stepping().then(motion).then(pointing).then(lesson).then(() => console.log('1..' + count), error => {
  console.log('Bail out! ' + error.stack);
  process.exit(1);
});
