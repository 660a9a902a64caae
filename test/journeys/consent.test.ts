/** Consent in the console: guessed and counted in the wizard, and set for a whole list. */
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { chooseAction, keepPicture, scrollsSideways } from './screen.ts';
import { chooseLines } from './upload-steps-world.ts';
import { finish, finished, nameList, next } from './upload-wizard.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();

const lines = [
  'Phone,TCPA Consent,Opt-in Date',
  '302 555 0148,PEWC,1/5/2026',
  '302 555 0149,no,',
  '302 555 0150,ask,',
];

test('the wizard guesses the consent columns and says what it does not understand; a list gets consent of its own', async () => {
  const client = await makeClient(db);
  const { clientId } = client;
  await makeCampaign(db, clientId, { name: 'Reminders' });
  const page = await openSignedIn(browser, console, client, '/main/upload');
  await chooseLines(page, [
    ...lines,
    ...Array.from({ length: 4 }, (_, n) => `302 555 016${n},yes,`),
  ]);
  await next(page).click();
  const column = page.getByLabel('Column for Consent', { exact: true });
  await expect.poll(() => column.locator('option:checked').innerText()).toBe('TCPA Consent');
  const dates = page.getByLabel('Column for Consent Date', { exact: true });
  expect(await dates.locator('option:checked').innerText()).toBe('Opt-in Date');
  await keepPicture(page, 'wizard-consent');
  await next(page).click();
  await page
    .getByText(
      'This consent is neither yes nor no, or its date is still to come: it counts as none.',
    )
    .waitFor();
  await next(page).click();
  await nameList(page, 'With consent');
  await page.getByRole('combobox', { name: 'Consent' }).selectOption('express');
  await page.getByLabel('Consent Source').fill('Paper form');
  await keepPicture(page, 'wizard-list-consent');
  expect(await axeFindings(page)).toEqual([]);
  await finish(page);
  await finished(page).waitFor();
  await page.getByText('consent that is neither yes nor no').waitFor();
  const stored = await asClient(db, clientId, (tx) =>
    tx.rows<{ own: string | null; list: object }>(
      `SELECT e.consent->>'kind' AS own, l.consent AS list FROM list_entry e
       JOIN call_list l USING (client_id, call_list_id) WHERE client_id = $1 ORDER BY entry_id`,
      [clientId],
    ),
  );
  expect(stored.map(({ own }) => own)).toEqual([
    ...['written', 'refused', 'unclear'],
    ...['given', 'given', 'given', 'given'],
  ]);
  const list = { kind: 'express', source: 'Paper form', date: '', words: '' };
  expect(stored[0]?.list).toEqual(list);

  const lists = await openSignedIn(browser, console, client, '/main/calllist', { width: 390 });
  await chooseAction(lists, 'With consent', 'Consent');
  await lists.getByRole('combobox', { name: 'Consent' }).selectOption('written');
  await lists.getByLabel('Consent Words').fill('Call me about my account');
  await keepPicture(lists, 'list-consent-narrow');
  expect(await scrollsSideways(lists)).toBe(false);
  await lists.getByRole('button', { name: 'Save' }).click();
  await lists.getByText('The consent of With consent is saved.').waitFor();
  const [kept] = await asClient(db, clientId, (tx) =>
    tx.rows<{ consent: object }>('SELECT consent FROM call_list WHERE client_id = $1', [clientId]),
  );
  expect(kept?.consent).toEqual({
    ...{ ...list, kind: 'written', words: 'Call me about my account' },
  });
});
