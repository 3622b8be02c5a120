/* SPDX-License-Identifier: MIT
 *
 * Keys on a page that asks: PAGE, with a folder for the browser.
 */
'use strict';
const assert = require('assert');
const {open} = require('./browser.js');

async function walk() {
  const page = await open(process.env.UPSWEEP_BROWSER, process.argv[2], process.argv[3]);
  const place = () => page.run(`document.getElementById('place').textContent`);
  const sentence = () => page.run(`document.getElementById('sentence').textContent`);
  const answers = await page.run(`(async () => {
    const packed = Uint8Array.from(atob(document.getElementById('data').textContent),
      c => c.charCodeAt(0));
    const {questions} = await new Response(new Blob([packed]).stream()
      .pipeThrough(new DecompressionStream('deflate'))).json();
    return questions.map(q => [q.form, q.digits || 0, q.right[0]]);
  })()`);

  await page.key('PageUp');
  assert.match(await place(), /^Question 1 of 10 · next: /);
  await page.key('PageDown');
  assert.match(await sentence(), /^Answer: /);
  await page.key('PageDown');
  assert.match(await place(), /^Question 2 of 10/);
  await page.key('PageUp');
  assert.match(await sentence(), /^Answer: /);
  await page.key('Enter'); /* the button "Next question" has the keyboard */
  assert.match(await place(), /^Question 2 of 10/);
  await page.key('Enter');
  assert.match(await sentence(), /^Answer: /);
  await page.key('Enter');
  for (let i = 2; i < 10; ++i) {
    const [form, digits, right] = answers[i];
    if (form === 'choice') await page.key(String(right + 1));
    else if (digits) await page.key(String(right));
    else if (form === 'number' && right >= 0) {
      for (const digit of String(right)) await page.key(digit);
      await page.key('Enter');
    } else {
      await page.key('PageDown');
    }
    const wanted = form === 'choice' || digits || (form === 'number' && right >= 0)
      ? /^Correct\.$/ : /^Answer: /;
    assert.match(await sentence(), wanted);
    await page.key('PageDown');
  }
  assert.strictEqual(await place(), 'End');
  assert.deepStrictEqual(page.errors, []);
  await page.close();
}
walk().then(() => process.exit(0), error => {
  console.error(error);
  process.exit(1);
});
