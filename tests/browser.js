/* SPDX-License-Identifier: MIT
 *
 * A page in a headless browser: keys, clicks, what scripts see, and what a
 * screen reader is told, through the browser's debugging pipe.
 *
 *     const browser = require('./browser.js');
 *     const page = await browser.open('chromium', 'x.html', 'folder');
 *     await page.key('ArrowRight');
 *     await page.read();     the accessibility tree: [{role, name, live}, ...]
 *     await page.close();
 */
'use strict';
const {spawn} = require('child_process');
const path = require('path');

const codes = {ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Enter: 13,
  Escape: 27, Tab: 9, PageUp: 33, PageDown: 34, Backspace: 8};

async function open(program, file, profile) {
  const child = spawn(program, ['--headless', '--no-sandbox', '--disable-gpu',
    '--hide-scrollbars', '--window-size=1280,800', '--remote-debugging-pipe',
    '--force-renderer-accessibility', '--user-data-dir=' + profile,
    '--host-resolver-rules=MAP * ~NOTFOUND', 'about:blank'],
    {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
  const waiting = new Map(), errors = [], events = [];
  let last = 0, text = '';

  child.stdio[4].on('data', data => {
    const messages = (text += data).split('\0');
    text = messages.pop();
    for (const message of messages.map(one => JSON.parse(one))) {
      if (message.method === 'Runtime.exceptionThrown')
        errors.push((message.params.exceptionDetails.exception || {}).description
          || message.params.exceptionDetails.text);
      for (const event of [...events]) event(message);
      const then = waiting.get(message.id);
      waiting.delete(message.id);
      if (then && message.error) then.fail(new Error(message.error.message));
      else if (then) then.done(message.result);
    }
  });
  const send = (method, params = {}, sessionId) => new Promise((done, fail) => {
    waiting.set(++last, {done, fail});
    child.stdio[3].write(JSON.stringify({id: last, method, params, sessionId}) + '\0');
  });

  const {targetInfos} = await send('Target.getTargets');
  const {sessionId} = await send('Target.attachToTarget',
    {targetId: targetInfos.find(one => one.type === 'page').targetId, flatten: true});
  const tell = (method, params) => send(method, params, sessionId);
  for (const domain of ['Page', 'Runtime', 'Accessibility']) await tell(domain + '.enable');
  const loaded = new Promise(done => events.push(message => {
    if (message.method === 'Page.loadEventFired') done();
  }));
  await tell('Page.navigate', {url: 'file://' + path.resolve(file)});
  await loaded;
  await new Promise(done => setTimeout(done, 300)); /* data are unpacked */

  return {
    errors,
    /* The value of an expression. */
    run: async expression => (await tell('Runtime.evaluate',
      {expression, returnByValue: true, awaitPromise: true})).result.value,
    async key(key, modifiers = 0) {
      const text = key.length === 1 ? key : key === 'Enter' ? '\r' : undefined;
      const code = codes[key] || key.toUpperCase().charCodeAt(0);
      const event = {key, windowsVirtualKeyCode: code, modifiers};
      await tell('Input.dispatchKeyEvent', {type: text ? 'keyDown' : 'rawKeyDown', text, ...event});
      await tell('Input.dispatchKeyEvent', {type: 'keyUp', ...event});
    },
    async click(x, y) {
      for (const type of ['mousePressed', 'mouseReleased'])
        await tell('Input.dispatchMouseEvent', {type, x, y, button: 'left', clickCount: 1});
    },
    /* What a screen reader is told of, in order. */
    async read() {
      const {nodes} = await tell('Accessibility.getFullAXTree');
      return nodes.filter(node => !node.ignored).map(node => ({
        role: node.role.value, name: node.name ? node.name.value : '',
        ...Object.fromEntries((node.properties || []).map(one => [one.name, one.value.value])),
      }));
    },
    /* The size of a phone from here on. */
    async phone() {
      await tell('Emulation.setDeviceMetricsOverride',
        {width: 390, height: 844, deviceScaleFactor: 2, mobile: true});
    },
    async picture(file) {
      const {data} = await tell('Page.captureScreenshot', {format: 'png'});
      require('fs').writeFileSync(file, Buffer.from(data, 'base64'));
    },
    async close() {
      await send('Browser.close').catch(() => {});
      child.kill();
    },
  };
}
module.exports = {open};
