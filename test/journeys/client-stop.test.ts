import { expect, test } from 'vitest';
import { testBrowser } from '../harness/browser.ts';
import { makeClient } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { keepPicture, scrollsSideways } from './screen.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();

test('an administrator stops everything with a reason, every screen says so, and a lift asks first', async () => {
  const client = await makeClient(db);
  const page = await openSignedIn(browser, console, client, '/main/livemonitoring');
  await page.getByRole('button', { name: 'Stop everything' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stop everything' });
  await dialog.getByLabel('Reason').fill('The script names the wrong company');
  await keepPicture(page, 'stop-everything');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 800 });
  await keepPicture(page, 'stop-everything-390-dark');
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
  const band = page.getByRole('status', { name: 'Stopped' });
  await band.waitFor();
  expect(await band.innerText()).toContain('The script names the wrong company.');
  await dialog.waitFor({ state: 'detached' });
  await keepPicture(page, 'stopped-390-dark');
  expect(await scrollsSideways(page)).toBe(false);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await keepPicture(page, 'stopped');
  await band.getByRole('button', { name: 'Lift' }).click();
  const question = page.getByRole('dialog', { name: 'Lift this stop?' });
  await keepPicture(page, 'lift-stop');
  await question.getByRole('button', { name: 'Lift', exact: true }).click();
  await band.waitFor({ state: 'detached' });
});
