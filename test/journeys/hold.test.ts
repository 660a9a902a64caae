import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { beginHold } from '../../src/db/queries/hold.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeClient } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { keepPicture, scrollsSideways } from './screen.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();

test('while the platform is on hold every screen says so, and since when the world is ahead', async () => {
  const client = await makeClient(db);
  const ahead = { asOf: '2026-11-20T16:02:00.000Z', aheadUntil: '2026-11-20T16:16:00.000Z' };
  await asPlatform(db, (tx) => beginHold(tx, 'rolled_back', ahead));
  const page = await openSignedIn(browser, console, client, '/main/reports/cdr');
  const band = page.getByRole('status', { name: 'On hold' });
  await band.waitFor();
  const hold = { code: 'hold', hold: 'rolled_back', ...ahead, asked: false };
  expect(await band.innerText()).toContain(reasonSentence(hold));
  await keepPicture(page, 'hold');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 800 });
  await keepPicture(page, 'hold-390-dark');
  expect(await scrollsSideways(page)).toBe(false);
});
