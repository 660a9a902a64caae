// First: what the routes import reads the browser's storage.
import '../harness/browser-globals.ts';

import { expect, test } from 'vitest';
import { pageRoutes } from '../../src/web/app/routes.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeClient } from '../harness/clients.ts';
import { signInByHand, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();

test('no screen needs a script or style that the content policy forbids', async () => {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
  await signInByHand(page, console.url, await makeClient(db));
  for (const { path } of pageRoutes) {
    await page.goto(console.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.goto(`${console.url}/status`);
  await page.getByRole('heading', { name: 'Carillon is up' }).waitFor();
  expect(complaints).toEqual([]);
  expect(browser.errors).toEqual([]);
});
