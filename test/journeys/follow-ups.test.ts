/** Follow-ups on the screens: rules in words with their picture, what came of them, and their end. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type FollowUpRule, followUpTexts } from '../../src/contract/follow-up.ts';
import { asClient } from '../../src/db/database.ts';
import { stepStride } from '../../src/db/entry-steps.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import {
  childrenOf,
  ended,
  record,
  rule,
  setRules,
  takeEntries,
} from '../engine/follow-up-world.ts';
import { makeList } from '../engine/world.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { makeTextCampaign, makeTextingNumber, makeTextMessage } from '../harness/text-data.ts';
import { keepPicture, scrollsSideways } from './screen.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const { clientId } = client;
const messageId = await makeVoiceMessage(db, clientId, 'Payment reminder');
const textingNumberId = await makeTextingNumber(db, clientId, '13025550177');
const textMessageId = await makeTextMessage(db, clientId, 'Balance', 'Your balance is due.');
const textId = await makeTextCampaign(db, clientId, {
  name: 'Balance by text',
  ...{ textMessageId, textingNumberId },
});
const dialer = '/main/campaigns/dialer';
const open = (path: string, look: Parameters<typeof browser.newPage>[0] = {}) =>
  openSignedIn(browser, console, client, path, look);
const words = (page: Page) => page.getByRole('region', { name: 'In words' });

const makeDialed = (name: string) =>
  makeCampaign(db, clientId, { name, customerMessageId: messageId });

const rulesOf = async (campaignId: number): Promise<FollowUpRule[]> => {
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ rules: FollowUpRule[] }>(
      'SELECT follow_ups AS rules FROM campaign WHERE client_id = $1 AND campaign_id = $2',
      [clientId, campaignId],
    ),
  );
  return row?.rules ?? [];
};

test('rules are added, ordered and saved, in words and with the ways of a number beside them', async () => {
  const campaignId = await makeDialed('Statements');
  const page = await open(`${dialer}?campaignId=${campaignId}`, { width: 1440, height: 900 });
  const add = page.getByRole('button', { name: 'Add a follow-up' });
  await add.click();
  const first = page.getByRole('listitem', { name: 'Follow-up 1' });
  // What is typed stays as it was typed; a part of a minute is refused.
  const wait = first.getByLabel('Wait', { exact: true });
  for (const typed of ['0.33', '0.01', '1.5']) {
    await wait.fill(typed);
    await wait.blur();
    expect(await wait.inputValue()).toBe(typed);
    if (typed !== '1.5') await first.getByText(followUpTexts.wait).waitFor();
  }
  await wait.fill('4');
  await first.getByLabel('At most (times)').fill('3');
  await first.getByText('In another part of the day').click();
  await words(page)
    .getByText(
      'No answer: call again in another part of the day, at least 4 hours later, at most 3 times per person.',
    )
    .waitFor();
  await add.click();
  const second = page.getByRole('listitem', { name: 'Follow-up 2' });
  await second.getByLabel('After').selectOption('machine');
  await second.getByLabel('Then').selectOption('campaign');
  // A campaign has to be chosen.
  const save = page.getByRole('button', { name: 'Save', exact: true });
  expect(await save.getAttribute('aria-disabled')).toBe('true');
  await second.getByLabel('Campaign').selectOption({ label: 'Balance by text' });
  await words(page)
    .getByText('Answered by a machine: continue with "Balance by text", after')
    .waitFor();
  const ways = page.getByRole('region', { name: 'Ways of a number' });
  await ways.getByText('continue with "Balance by text"').waitFor();
  await ways.getByText('Anything else').waitFor();
  await page.getByRole('button', { name: 'Move follow-up 2 up' }).click();
  expect(await axeFindings(page)).toEqual([]);
  await keepPicture(page, 'follow-ups-editor');
  await save.click();
  await page.getByText('Statements was saved.').waitFor();
  expect(
    (await rulesOf(campaignId)).map(({ after, action, most }) => [after, action, most]),
  ).toEqual([
    ['machine', 'campaign', 1],
    ['no_answer', 'again', 3],
  ]);
});

test('a text campaign calls who did not reply, on a phone too', async () => {
  const campaignId = await makeDialed('Second try');
  const page = await open(`/main/campaigns/texting?campaignId=${textId}`, {
    width: 390,
    height: 844,
  });
  await page.getByRole('button', { name: 'Add a follow-up' }).click();
  const only = page.getByRole('listitem', { name: 'Follow-up 1' });
  await only.getByLabel('After').selectOption('no_reply');
  await only.getByLabel('Then').selectOption('campaign');
  await only.getByLabel('Campaign').selectOption(String(campaignId));
  await only.getByLabel('Wait', { exact: true }).fill('3');
  await only.getByLabel('Wait, unit').selectOption('days');
  await page.getByText('Delivered, but no reply: continue with "Second try"').waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
  await keepPicture(page, 'follow-ups-editor-390');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Balance by text was saved.').waitFor();
  expect(await rulesOf(textId)).toMatchObject([
    { after: 'no_reply', campaignId, waitMinutes: 4320 },
  ]);
});

test('Live Monitoring shows persons apart from calls and how far they came, and ends a follow-up', async () => {
  const campaignId = await makeDialed('At work');
  const campaign = { clientId, campaignId };
  await setRules(db, campaign, [
    rule({}),
    rule({ ruleId: 2, after: 'machine', action: 'campaign', campaignId: textId, most: 1 }),
  ]);
  const callListId = await makeList(db, campaign, { entries: 40 });
  const all = Array.from({ length: 30 }, (_, n) => n + 1);
  await takeEntries(db, campaign, callListId, all);
  const results = ['person', 'no_answer', 'machine'] as const;
  await record(
    db,
    clientId,
    all.map((entry) => ended(callListId, entry, results[entry % 3] ?? 'person')),
  );
  const page = await open(`/main/livemonitoring?campaignId=${campaignId}`, {
    width: 1440,
    height: 1100,
  });
  const followUps = page.getByRole('region', { name: 'Follow-ups' });
  await followUps.getByText('Persons reached').waitFor();
  // Nobody has started either campaign.
  await followUps
    .getByText('10 made, 10 waiting until somebody starts "At work"', { exact: true })
    .waitFor();
  await followUps
    .getByText('10 made, 10 waiting until somebody starts "Balance by text"')
    .waitFor();
  await followUps.scrollIntoViewIfNeeded();
  expect(await axeFindings(page)).toEqual([]);
  await keepPicture(page, 'follow-ups-monitoring');
  const steps = { name: 'How far the numbers have come' };
  for (const dark of [true, false]) {
    const look = { width: 390, height: 844, dark };
    const phone = await open(`/main/livemonitoring?campaignId=${campaignId}`, look);
    const heading = phone.getByRole('region', steps).getByRole('columnheader');
    await heading.first().waitFor();
    // No heading is broken inside a word: its cell is as high as one line.
    const [high] = await heading.evaluateAll((cells) =>
      cells.map((cell) => cell.getBoundingClientRect().height).sort((a, b) => b - a),
    );
    expect(high).toBeLessThan(40);
    await phone.getByRole('region', steps).scrollIntoViewIfNeeded();
    expect(await scrollsSideways(phone)).toBe(false);
    expect(await axeFindings(phone)).toEqual([]);
    await keepPicture(phone, `follow-ups-monitoring-390-${dark ? 'dark' : 'light'}`);
  }
  await followUps.getByRole('button', { name: /^End No answer/ }).click();
  const dialog = page.getByRole('dialog', { name: 'End this follow-up?' });
  await dialog.getByText('10 numbers that wait for it will not be contacted.').waitFor();
  await dialog.getByRole('button', { name: 'End it' }).click();
  await page.getByText('The follow-up was ended: 10 numbers waited.').waitFor();
  await followUps.getByText(/^No answer: .* It was removed\.$/).waitFor();
  expect((await rulesOf(campaignId)).map(({ ruleId }) => ruleId)).toEqual([2]);
  const reasons = (await childrenOf(db, clientId)).map(({ reason }) => reason);
  expect(reasons.filter((reason) => reason === 'follow_up_ended')).toHaveLength(10);
  await keepPicture(page, 'follow-ups-ended');
});

test('a campaign without a list says of whose follow-ups it waits, and can be stopped', async () => {
  const campaignId = await makeTextCampaign(db, clientId, {
    ...{ name: 'Texts in a lull', textMessageId, textingNumberId, runStatus: 3 },
  });
  const reason = { code: 'waits_for_follow_ups', campaign: 'Statements' };
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET reason = $3 WHERE client_id = $1 AND campaign_id = $2', [
      ...[clientId, campaignId, reason],
    ]),
  );
  const page = await open(`/main/livemonitoring?campaignId=${campaignId}`);
  await page.getByText(reasonSentence(reason)).first().waitFor();
  await page.getByText('Running, waits for follow-ups').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await keepPicture(page, 'follow-ups-lull');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText('No new texts will be sent.').first().waitFor();
});

test('a contact list shows how far each way has come, and the report its persons', async () => {
  const campaignId = await makeDialed('Third reminder');
  const campaign = { clientId, campaignId };
  await setRules(db, campaign, [
    rule({ otherPart: true }),
    rule({ ruleId: 2, after: 'machine', action: 'campaign', campaignId: textId, most: 1 }),
  ]);
  const callListId = await makeList(db, campaign, { entries: 30 });
  const all = Array.from({ length: 24 }, (_, n) => n + 1);
  await takeEntries(db, campaign, callListId, all);
  const results = ['person', 'no_answer', 'machine'] as const;
  await record(
    db,
    clientId,
    all.map((entry) => ended(callListId, entry, results[entry % 3] ?? 'person')),
  );
  // Four of the eight who did not answer are called once more, and two of them answer.
  const again = [1, 4, 7, 10].map((entry) => entry + stepStride);
  await takeEntries(db, campaign, callListId, again);
  await record(
    db,
    clientId,
    again.map((entry, at) => ended(callListId, entry, at % 2 === 0 ? 'person' : 'busy')),
  );
  const path = `/main/calllist?campaignId=${campaignId}`;
  const page = await open(path, { width: 1280, height: 800 });
  await page.getByRole('row').filter({ hasText: 'Third reminder' }).waitFor();
  await keepPicture(page, 'contact-list-follow-ups');
  await page.getByRole('link', { name: '8', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Follow-ups' });
  const way = (name: string) => dialog.getByRole('row').filter({ hasText: name });
  await way('First call').waitFor();
  expect(await way('First call').getByRole('cell').allInnerTexts()).toEqual([
    ...['30', '6', '0', '24', '8', '0'],
  ]);
  expect(await way('No answer: call again').getByRole('cell').allInnerTexts()).toEqual([
    ...['8', '4', '0', '4', '2', '0'],
  ]);
  expect(await way('continue with "Balance by text"').getByRole('cell').allInnerTexts()).toEqual([
    ...['8', '8', '0', '0', '0', '0'],
  ]);
  expect(await axeFindings(page)).toEqual([]);
  await keepPicture(page, 'contact-list-ways');
  const phone = await open(`${path}&ways=${callListId}`, { width: 390, height: 844, dark: true });
  await phone.getByRole('dialog', { name: 'Follow-ups' }).getByText('First call').waitFor();
  expect(await scrollsSideways(phone)).toBe(false);
  expect(await axeFindings(phone)).toEqual([]);
  await keepPicture(phone, 'contact-list-ways-390-dark');

  await page.goto(`${console.url}/main/reports/cdr?campaigns=${campaignId}`);
  const persons = page.getByRole('region', { name: 'Attempts and persons' });
  await persons.getByText('Persons reached').waitFor();
  expect(await persons.getByRole('definition').allInnerTexts()).toEqual([
    ...['28', '24', '10\n42% of persons'],
  ]);
  expect(await axeFindings(page)).toEqual([]);
  await keepPicture(page, 'report-persons');
  await phone.goto(`${console.url}/main/reports/cdr?campaigns=${campaignId}`);
  await phone.getByRole('region', { name: 'Attempts and persons' }).waitFor();
  expect(await scrollsSideways(phone)).toBe(false);
  await keepPicture(phone, 'report-persons-390-dark');

  await page.goto(`${console.url}/main/livemonitoring?campaignId=${campaignId}`);
  const choice = page.getByText(/^Another part of the day: by chance .*, by share .*\.$/);
  await choice.scrollIntoViewIfNeeded();
  await keepPicture(page, 'follow-ups-choice');
  expect(browser.errors).toEqual([]);
});
