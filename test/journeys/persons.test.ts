import { expect, test } from 'vitest';
import type { BroadcastCampaign } from '../../src/contract/voice-campaign.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();

test.each(['Broadcast', 'Linkback'] as const)(
  'a new %s calls each account once unless its manager switches that off',
  async (type) => {
    const client = await makeClient(db);
    const manager = await console.signIn(client);
    const page = await openSignedIn(browser, console, client, '/main/campaigns/dialer');
    await page.getByRole('button', { name: 'Add Campaign' }).click();
    await page.getByRole('button', { name: new RegExp(`^${type}`) }).click();
    const form = page.getByRole('form', { name: type });
    const once = form.getByRole('switch', { name: 'One call per account' });
    expect(await once.isChecked()).toBe(true);
    await form
      .getByText(
        type === 'Broadcast'
          ? 'When a person answers at one number of an account, its other numbers are not called.'
          : 'A person who answered at one number is not called at the others.',
      )
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await form.getByLabel('Name', { exact: false }).first().fill('Both numbers');
    if (type === 'Broadcast') await form.getByLabel('Calls per minute').fill('60');
    else {
      await form.getByLabel('Call ratio').fill('1.5');
      await form.getByLabel('Agent count').fill('3');
      await form.getByLabel('Linkback phone number').fill('3025550199');
    }
    await form.getByLabel('Default caller ID number').fill('3025550148');
    await form.getByLabel('Caller ID type').selectOption('None');
    await once.uncheck();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Yes, save my campaign' }).click();
    await page.getByRole('row').filter({ hasText: 'Both numbers' }).waitFor();
    const [saved] = (await manager.get('/api/campaign/dialer')).json<BroadcastCampaign[]>();
    expect(saved?.oneCallPerAccount).toBe(false);
    await page.getByRole('row', { name: /Both numbers/ }).dblclick();
    await form.waitFor();
    expect(await once.isChecked()).toBe(false);
    expect(browser.errors.splice(0)).toEqual([]);
  },
);

test('a list is put first in its campaign, says so, and takes turns again', async () => {
  const client = await makeClient(db);
  const campaignId = await makeCampaign(db, client.clientId, { name: 'Reminders' });
  for (const name of ['Old list', 'Urgent list']) {
    await makeCallList(db, client.clientId, { campaignId, name, phones: 20, status: 4 });
  }
  await makeCallList(db, client.clientId, { campaignId, name: 'Done list', phones: 9, status: 6 });
  const page = await openSignedIn(browser, console, client, '/main/calllist');
  const row = page.getByRole('row').filter({ hasText: 'Urgent list' });
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Urgent list' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await row.waitFor();
  await choose('Put first');
  await page
    .getByText('Urgent list is now first. Reminders calls it before its other lists.')
    .waitFor();
  await row.getByText('First', { exact: true }).waitFor();
  expect(await page.getByRole('row').filter({ hasText: 'Old list' }).innerText()).not.toMatch(
    /First/,
  );
  expect(await axeFindings(page)).toEqual([]);
  await choose('Remove priority');
  await page
    .getByText('Urgent list is called in rotation with the other lists of Reminders.')
    .waitFor();
  await expect.poll(() => row.getByText('First', { exact: true }).count()).toBe(0);
  // A closed list does not take turns.
  await page.getByRole('button', { name: 'Actions for Done list' }).click();
  await page.getByRole('menuitem', { name: 'Reuse' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Put first' }).count()).toBe(0);
  expect(browser.errors.splice(0)).toEqual([]);
});
