/* SPDX-License-Identifier: MIT
 *
 * The tests of tests/page.test: FOLDER has run.html and lesson.html.
 */
'use strict';
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
  const region = nodes.find(one => one.live === 'polite' && one.name === 'what is pointed at');
  check('the card is a live region', region, nodes.filter(one => one.live));
  check('that has the words of the card',
    nodes.some(one => one.role === 'heading' && one.name.startsWith('cell 1')),
    nodes.filter(one => one.role === 'heading'));
  check('its links are buttons',
    nodes.some(one => one.role === 'button' && one.name.startsWith('written by')),
    nodes.filter(one => one.role === 'button'));
  const drawing = nodes.find(one => one.roledescription === 'drawing');
  check('the drawing takes the keyboard, and says how',
    drawing && drawing.focused && /arrows point at things/.test(await shown('pointing')), drawing);
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
  is('what is typed is judged', await shown('verdict'), 'Not T1: T1, T2 and T3.');
  check('and why is read out',
    (await shown('say')).includes('Bank 3 serves T0, T1, T2 and T3, one a cycle.'), await shown('say'));
  const told = await live('Not T1');
  check('a screen reader is told', told.said &&
    told.nodes.some(one => one.role === 'status' && one.live === 'polite'),
    told.nodes.filter(one => one.live));
  is('of the next moment', await moment(), '#2');
  await page.key('PageDown');
  is('Page Down comes to the next question', await moment(), '#3');
  await page.key('x');
  const place = JSON.parse(await value(`(() => {
    const stage = document.getElementById('stage').getBoundingClientRect();
    const {boxes} = JSON.parse(document.getElementById('questions').textContent)[1].question;
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

pointing().then(lesson).then(() => console.log('1..' + count), error => {
  console.log('Bail out! ' + error.stack);
  process.exit(1);
});
