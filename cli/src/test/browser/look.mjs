// Opens pages in Chromium and tells as JSON what is wrong with them: the first at the width of a phone and of a desk, light
// and dark, the others on a phone:
//   node look.mjs CHROMIUM FOLDER PAGE...
// Pictures go into the folder.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [executablePath, folder, ...pages] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8') + ';0';
const MOST_TABS = 100;

// What the browser asks its maker's hosts for by itself would be seen as a request of the page.
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

/** Walks through the page by the tab key alone, and says whom it met. */
async function tabbed(page) {
  const met = [];
  for (let i = 0; i < MOST_TABS; i++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const at = document.activeElement;
      return at === document.body ? null : at.name || at.getAttribute('aria-label');
    });
    if (name === null) {
      return met;
    }
    met.push(name);
  }
  return met;
}

/** Steps through the algorithms by an arrow key, and counts how many were shown alone, with drawings that have a size. */
async function stepped(page) {
  const count = await page.locator('input[name=algorithm]').count();
  await page.locator('input[name=algorithm]:checked').focus();
  let alone = 0;
  for (let i = 0; i < count; i++) {
    await page.keyboard.press('ArrowRight');
    alone += await page.evaluate(() => {
      const shown = [...document.querySelectorAll('.candidates')].filter(part => part.offsetHeight > 0);
      const checked = document.querySelector('input[name=algorithm]:checked');
      return shown.length === 1 && shown[0].classList.contains(checked.id) ? 1 : 0;
    });
  }
  return { count, alone };
}

/** What can be seen of the page without touching it. */
const seen = () => {
  const shown = element => element.getClientRects().length > 0;
  const outside = element => {
    const box = element.getBoundingClientRect();
    return box.left < -0.5 || box.right > innerWidth + 0.5;
  };
  const drawings = [...document.querySelectorAll('svg.drawing')].filter(shown);
  return {
    overflow: document.documentElement.scrollWidth - innerWidth,
    drawings: drawings.length,
    flat: drawings.filter(drawing => drawing.clientWidth < 100 || drawing.clientHeight < 100).length,
    cut: drawings.flatMap(drawing => [...drawing.querySelectorAll('text')]).filter(outside).map(text => text.textContent),
    background: getComputedStyle(document.body).backgroundColor,
  };
};

async function look(browser, file, width, scheme) {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: scheme });
  const page = await context.newPage();
  const url = pathToFileURL(file).href;
  const messages = [];
  const requests = [];
  page.on('console', message => messages.push(message.text()));
  page.on('pageerror', error => messages.push(String(error)));
  page.on('request', request => {
    if (request.url() !== url && !request.url().startsWith('data:')) {
      requests.push(request.url());
    }
  });
  await page.goto(url);
  await page.screenshot({ path: join(folder, `${basename(file, '.html')}-${width}-${scheme}.png`), fullPage: true });
  const result = { page: basename(file), width, scheme, ...(await page.evaluate(seen)) };
  result.tabbed = await tabbed(page);
  result.stepped = await stepped(page);
  // Its source is evaluated by the debugger: the page itself allows no script.
  await page.evaluate(axe);
  const found = await page.evaluate(() => axe.run());
  result.accessibility = found.violations.map(violation => `${violation.id}: ${violation.nodes[0].html}`);
  result.checked = found.passes.length;
  await context.close();
  return { ...result, messages, requests };
}

const browser = await chromium.launch({ executablePath, args });
const results = [];
for (const [width, scheme] of [[360, 'light'], [360, 'dark'], [1280, 'light'], [1280, 'dark']]) {
  results.push(await look(browser, pages[0], width, scheme));
}
for (const file of pages.slice(1)) {
  results.push(await look(browser, file, 360, 'light'));
}
await browser.close();
console.log(JSON.stringify(results));
