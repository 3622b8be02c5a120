/* SPDX-License-Identifier: MIT
 *
 * Keys on a page that asks: PAGE, with a folder for the browser.
 */
'use strict';
const assert = require('assert');
const {open} = require('./browser.js');

async function walk() {
  const page = await open(process.env.UPSWEEP_BROWSER, process.argv[2], process.argv[3]);
  const text = name => page.run(`(document.querySelector('#ask ${name}') || {}).textContent`);
  const place = () => text('.place'), verdict = () => text('#verdict');
  const questions = await page.run(`(async () => {
    const packed = Uint8Array.from(atob(document.getElementById('data').textContent),
      c => c.charCodeAt(0));
    const {questions} = await new Response(new Blob([packed]).stream()
      .pipeThrough(new DecompressionStream('deflate'))).json();
    while (!document.querySelector('#ask button'))
      await new Promise(done => setTimeout(done, 20));
    return questions.map(({question: q}) => [q.form, q.digits || 0, q.right[0]]);
  })()`);

  await page.key('PageUp');
  assert.match(await place(), /^Question 1 of 10 · next: /);
  await page.key('h');
  assert.ok((await verdict()).length > 0);
  await page.key('PageDown');
  assert.match(await verdict(), /^Answer: /);
  await page.key('PageDown');
  assert.match(await place(), /^Question 2 of 10/);
  await page.key('PageUp');
  assert.match(await verdict(), /^Answer: /);
  await page.key('Enter');
  assert.match(await place(), /^Question 2 of 10/);
  await page.key('Enter');
  assert.match(await verdict(), /^Answer: /);
  await page.key('Enter');
  for (let i = 2; i < 9; ++i) {
    const [form, digits, right] = questions[i];
    const typed = form === 'number' && right >= 0 && !digits;
    if (form === 'choice') await page.key(String(right + 1));
    else if (digits) await page.key(String(right));
    else if (typed) {
      for (const digit of String(right)) await page.key(digit);
      await page.key('Enter');
    } else {
      await page.key('PageDown');
    }
    assert.match(await verdict(),
      form === 'choice' || digits || typed ? /^Correct\.$/ : /^Answer: /);
    await page.key('PageDown');
  }
  await page.key('n');
  assert.match(await text('.asked'), /^[1-7] of 9 correct\.$/);
  assert.deepStrictEqual(page.errors, []);
  await page.close();
}
walk().then(() => process.exit(0), error => {
  console.error(error);
  process.exit(1);
});
