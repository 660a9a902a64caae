import { expect, test, vi } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { beginHold } from '../../src/db/queries/hold.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeClient } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { keepPicture, scrollsSideways } from './screen.ts';

// Uses the real sentences that a person reads.
vi.unmock('../../src/domain/reason-sentences.ts');

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();

test('while the platform is on hold every screen says so, and since when the world is ahead', async () => {
  const client = await makeClient(db);
  await asPlatform(db, (tx) =>
    beginHold(tx, 'rolled_back', {
      asOf: '2026-11-20T16:02:00Z',
      aheadUntil: '2026-11-20T16:16:00Z',
    }),
  );
  const page = await openSignedIn(browser, console, client, '/main/reports/cdr');
  const band = page.getByRole('status', { name: 'On hold' });
  await band.waitFor();
  expect(await band.innerText()).toContain(
    'On hold: The database dates from Nov 20, 11:02 AM ET, but calls and texts were submitted until Nov 20, 11:16 AM ET. No calls or texts go out until the operator runs "carillon restore reconcile".',
  );
  await keepPicture(page, 'hold');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 800 });
  await keepPicture(page, 'hold-390-dark');
  expect(await scrollsSideways(page)).toBe(false);
});
