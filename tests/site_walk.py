# SPDX-License-Identifier: MIT
"""Opens every page of the site in headless Chromium, as a reader would.

    python3 tests/site_walk.py CHROMIUM FOLDER [PICTURES]

Follows every link from index.html, on a phone (390 pixels wide, dark) and on a
screen (1280, light).  Says a line for each fault: a message on the console, text
under 12 pixels, something wider than the screen, a picture that is not there, a
link that leads nowhere, a player that is drawn too small, a file that no link
leads to.  With PICTURES, a folder, keeps what was seen of each page in it.
"""
import os
import shutil
import sys
import urllib.parse

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

WIDTHS = ((390, 844, 'dark'), (1280, 800, 'light'))

# What is seen of a page: its faults, and where its links lead.
LOOK = r'''
const faults = [];
const wide = document.scrollingElement.scrollWidth;
if (wide > innerWidth) faults.push('is ' + wide + ' pixels wide');
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode, parent = node.parentElement;
  if (!node.data.trim() || !parent.checkVisibility({visibilityProperty: true})) continue;
  const range = document.createRange();
  range.selectNodeContents(node);
  if (!range.getClientRects().length) continue;
  const matrix = parent.getScreenCTM ? parent.getScreenCTM() : null;
  const size = parseFloat(getComputedStyle(parent).fontSize) * (matrix ? matrix.a : 1);
  if (size < 11.99)
    faults.push('text of ' + size.toFixed(1) + ' pixels: ' + node.data.trim().slice(0, 40));
}
for (const image of document.images) {
  image.loading = 'eager';
  if (image.complete && !image.naturalWidth) faults.push('no picture: ' + image.currentSrc);
}
const svg = [...document.querySelectorAll('#stage, #small')].find(one => one.checkVisibility());
if (svg) {
  const box = svg.getBoundingClientRect(), view = svg.viewBox.baseVal;
  const scale = Math.min(box.width / view.width, box.height / view.height);
  if (scale < .99) faults.push('is drawn at ' + scale.toFixed(2) + ' of its size');
  if (svg.querySelectorAll('path, rect').length < 20) faults.push('draws nothing');
}
for (const sheet of document.querySelectorAll('link[rel=stylesheet]'))
  if (!sheet.sheet) faults.push('no style: ' + sheet.href);
return {faults, links: [...document.querySelectorAll('a[href]')].map(a => a.href),
  sources: [...document.querySelectorAll('source')].map(one => new URL(one.srcset, document.baseURI).href),
  ids: [...document.querySelectorAll('[id]')].map(one => one.id)};
'''

# What a reader does: goes on in a player, to its end and back; answers.
USE = r'''
const key = name => dispatchEvent(new KeyboardEvent('keydown', {key: name}));
if (document.getElementById('stage'))
  ['ArrowRight', 'PageDown', 'End', 'Home', 't', 't'].forEach(key);
if (document.getElementById('question'))
  for (let i = 0; i < 20 && !document.getElementById('code'); ++i) {
    const show = [...document.querySelectorAll('#form button')].find(
      one => one.textContent === 'Show the answer' && one.checkVisibility());
    (show || document.getElementById('next')).click();
  }
'''


def browser(chromium):
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which(chromium)
    for argument in ('--headless=new', '--no-sandbox', '--disable-gpu',
                     '--host-resolver-rules=MAP * ~NOTFOUND'):
        options.add_argument(argument)
    options.set_capability('goog:loggingPrefs', {'browser': 'ALL'})
    return webdriver.Chrome(service=Service(shutil.which('chromedriver')), options=options)


def set_screen(driver, width, height, theme):
    driver.execute_cdp_cmd('Emulation.setDeviceMetricsOverride', {
        'width': width, 'height': height, 'deviceScaleFactor': 1,
        'mobile': width < 600})
    driver.execute_cdp_cmd('Emulation.setEmulatedMedia', {
        'features': [{'name': 'prefers-color-scheme', 'value': theme},
                     {'name': 'prefers-reduced-motion', 'value': 'reduce'}]})


class Walk:
    def __init__(self, driver, folder, pictures):
        self.driver, self.folder, self.pictures = driver, folder, pictures
        self.ids, self.wanted, self.faults, self.reached = {}, [], 0, set()

    def fault(self, page, screen, text):
        self.faults += 1
        print(f'{page} at {screen}: {text}', flush=True)

    def path_of(self, url):
        """The path of URL in the site, and its fragment; None: elsewhere."""
        parts = urllib.parse.urlsplit(url)
        if parts.scheme != 'file':
            return None, ''
        path = os.path.relpath(urllib.parse.unquote(parts.path), self.folder)
        return path, urllib.parse.unquote(parts.fragment)

    def keep(self, page, width):
        if self.pictures:
            os.makedirs(self.pictures, exist_ok=True)
            name = page.replace('/', '-')[:-len('.html')]
            self.driver.save_screenshot(f'{self.pictures}/{name}-{width}.png')

    def open(self, page, width, height, theme):
        screen = f'{width} pixels'
        self.driver.get('file://' + os.path.join(self.folder, page))
        seen = self.driver.execute_script(LOOK)
        self.keep(page, width)
        self.driver.execute_script(USE)
        after = self.driver.execute_script(LOOK)
        for text in dict.fromkeys(seen['faults'] + after['faults']):
            self.fault(page, screen, text)
        for entry in self.driver.get_log('browser'):
            self.fault(page, screen, entry['message'])
        self.ids[page] = set(seen['ids'])
        links = []
        for url in seen['links'] + seen['sources']:
            path, fragment = self.path_of(url)
            if path is None:
                continue
            links.append(path)
            self.wanted.append((page, path, fragment))
        return links

    def walk(self, width, height, theme):
        set_screen(self.driver, width, height, theme)
        waiting, known = ['index.html'], {'index.html'}
        while waiting:
            page = waiting.pop(0)
            for path in self.open(page, width, height, theme):
                if path in known:
                    continue
                known.add(path)
                if path.endswith('.html') and self.is_there(path):
                    waiting.append(path)
        self.reached |= known
        return len([path for path in known if path.endswith('.html')])

    def is_there(self, path):
        return not path.startswith('..') and os.path.isfile(
            os.path.join(self.folder, path))

    def check_links(self):
        for page, path, fragment in sorted(set(self.wanted)):
            if not self.is_there(path):
                self.fault(page, 'any width', f'a link leads to {path}')
            elif fragment and path in self.ids and fragment not in self.ids[path]:
                self.fault(page, 'any width', f'{path} has no #{fragment}')
        for root, _, names in os.walk(self.folder):
            for name in names:
                path = os.path.relpath(os.path.join(root, name), self.folder)
                if path.endswith(('.html', '.pdf')) and path not in self.reached:
                    self.fault(path, 'any width', 'no link leads here')


def main():
    chromium, folder = sys.argv[1:3]
    driver = browser(chromium)
    try:
        walk = Walk(driver, os.path.abspath(folder), (sys.argv + [None])[3])
        for screen in WIDTHS:
            count = walk.walk(*screen)
        walk.check_links()
    finally:
        driver.quit()
    print(f'{count} pages, {walk.faults} faults')
    sys.exit(1 if walk.faults else 0)


main()
