/** Two managers edit one record: the second is shown both changes, field by field. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { testBrowser } from '../harness/browser.ts';
import type { Caller } from '../harness/caller.ts';
import { makeCallList } from '../harness/campaign-data.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { makeTextingNumber } from '../harness/text-data.ts';
import { chooseAction, keepPicture, scrollsSideways } from './screen.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const ann = await makeManager(db, client.clientId, { name: 'Ann Lee' });
const me = await api.signIn(client);
const byAnn = await api.signIn(client, ann);

const open = (path: string, look: Parameters<typeof browser.newPage>[0] = {}) =>
  openSignedIn(browser, api, client, path, look);
const conflict = (page: Page) => page.getByRole('dialog', { name: /^Changed by Ann Lee at / });
const choice = (page: Page, field: string, side: string) =>
  conflict(page).getByRole('group', { name: field }).getByRole('radio', { name: side });

const idIn = ({ headers }: { headers: Headers }) =>
  Number(/\/(\d+)(?:\/item)?$/.exec(headers.get('content-location') ?? '')?.[1]);
const broadcast = (given: object = {}) => ({
  ...{ campaignId: 0, name: 'Q4 statements', callsPerMinute: 50, callerIdTypeId: 2 },
  ...{ callerIdNumber: '(302) 555-0119', callerIdName: 'HARBOR REGIONAL' },
  ...{ stopWeekdays: '1111100', stopTime: '2026-11-20T21:00:00-05:00' },
  ...given,
});
const newBroadcast = async (given: object) =>
  idIn(await me.post('/api/campaign/broadcast/0/edit', broadcast(given)));
const stored = async (id: number) =>
  (await me.get(`/api/campaign/broadcast/${id}/item`)).json<Record<string, unknown>>();

/** A campaign that is open in a tab while Ann saves another change of it. */
async function openBoth(name: string, look: Parameters<typeof browser.newPage>[0] = {}) {
  const id = await newBroadcast({ name });
  const page = await open(`/main/campaigns/dialer?campaignId=${id}`, look);
  await page.getByLabel('Calls per minute').fill('60');
  await page.getByLabel('Caller ID name').fill('HARBOR');
  const theirs = { callsPerMinute: 45, stopTime: '2026-11-20T18:00:00-05:00' };
  await byAnn.post(`/api/campaign/broadcast/${id}/edit`, broadcast({ name, ...theirs }));
  return { id, page };
}

async function saveCampaign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  const unset = page.getByRole('button', { name: 'Yes, save my campaign' });
  await unset.click();
}

test('a stale save shows both changes of what both changed, and saves what is chosen', async () => {
  const { id, page } = await openBoth('Q4 first');
  await saveCampaign(page);
  const dialog = conflict(page);
  await dialog
    .getByText(/^You opened this campaign at .* Nothing of yours is lost\. 1 field/)
    .waitFor();
  await dialog.getByText('Was 50').waitFor();
  await dialog
    .getByText(
      '1 of 1 left to choose. Caller ID name, changed only by you, is kept. Auto stop time (ET), changed only by Ann Lee, is kept.',
    )
    .waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  expect(await focused()).toBe('Back to editing');
  expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0);
  const save = dialog.getByRole('button', { name: 'Save' });
  expect(await save.getAttribute('aria-disabled')).toBe('true');
  expect(await axeFindings(page)).toEqual([]);
  await choice(page, 'Calls per minute', 'Mine 60').check();
  await keepPicture(page, 'conflict-light-1280');
  await save.click();
  await page.getByText('Q4 first was saved.').waitFor();
  const now = await stored(id);
  expect(now).toMatchObject({ callsPerMinute: 60, callerIdName: 'HARBOR', version: 3 });
  expect(String(now.stopTime)).toContain('T23:00');
});

test('back to editing loses nothing, and the next save asks again', async () => {
  const { id, page } = await openBoth('Q4 second');
  await saveCampaign(page);
  await conflict(page).getByRole('button', { name: 'Back to editing' }).click();
  expect(await page.getByLabel('Calls per minute').inputValue()).toBe('60');
  await page.getByText(/^Changed by Ann Lee at .*\. Save again to compare\.$/).waitFor();
  expect(await stored(id)).toMatchObject({ callsPerMinute: 45 });
  await saveCampaign(page);
  await conflict(page).getByRole('button', { name: 'All theirs' }).click();
  await conflict(page).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Q4 second was saved.').waitFor();
  expect(await stored(id)).toMatchObject({ callsPerMinute: 45, callerIdName: 'HARBOR' });
});

test('a third change while the question is open is asked too', async () => {
  const { id, page } = await openBoth('Q4 third');
  await saveCampaign(page);
  await conflict(page).getByRole('button', { name: 'All mine' }).click();
  const again = broadcast({ name: 'Q4 third', callsPerMinute: 30 });
  await byAnn.post(`/api/campaign/broadcast/${id}/edit`, again);
  await conflict(page).getByRole('button', { name: 'Save' }).click();
  await choice(page, 'Calls per minute', "Ann Lee's 30").check();
  await conflict(page).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Q4 third was saved.').waitFor();
  expect(await stored(id)).toMatchObject({ callsPerMinute: 30 });
});

test.each([390, 768])('the question is complete at %i px, in the dark', async (width) => {
  const { page } = await openBoth(`Q4 at ${width}`, { width, height: 800, dark: true });
  await saveCampaign(page);
  await choice(page, 'Calls per minute', "Ann Lee's 45").check();
  expect(await scrollsSideways(page)).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
  await keepPicture(page, `conflict-dark-${width}`);
});

interface Form {
  noun: string;
  make: () => Promise<{ path: string; change: (who: Caller) => Promise<unknown> }>;
  /** Opens and types, then what both changed. */
  type: (page: Page) => Promise<void>;
  field: string;
  mine: string;
  theirs: string;
  /** Its button, where it is not Save. */
  save?: string;
}

const named = async (path: string, name: string) =>
  (await me.get(path)).json<{ id: number; name: string }[]>().find((one) => one.name === name)
    ?.id ?? 0;
const openRow = (page: Page, name: string) =>
  page.getByRole('row').filter({ hasText: name }).dblclick();
const messageForm = (name: string, text: string) => {
  const form = new FormData();
  const step = { messageStepType: 4, value: text, ttsVoiceId: 4 };
  form.set('message', JSON.stringify({ name, messageSteps: [step] }));
  return form;
};

const forms: Form[] = [
  {
    noun: 'text message',
    make: async () => {
      const id = idIn(await me.post('/api/messagetext/0/edit', { name: 'Text', message: 'A' }));
      const body = { name: 'Text', message: 'Theirs' };
      return {
        path: `/main/messages/textmessages?messageId=${id}`,
        change: (who) => who.post(`/api/messagetext/${id}/edit`, body),
      };
    },
    type: (page) => page.getByLabel(/^Message\b(?! Name)/).fill('Mine'),
    ...{ field: 'Message', mine: 'Mine Mine', theirs: "Ann Lee's Theirs" },
  },
  {
    noun: 'voice message',
    make: async () => {
      const id = idIn(await me.post('/api/message/0/edit', messageForm('Voice', 'Hello.')));
      return {
        path: `/main/messages/voicemessages?messageId=${id}`,
        change: (who) => who.post(`/api/message/${id}/edit`, messageForm('Theirs', 'Good day.')),
      };
    },
    type: (page) => page.getByRole('textbox', { name: 'Name' }).fill('Mine'),
    ...{ field: 'Name', mine: 'Mine Mine', theirs: "Ann Lee's Theirs" },
  },
  {
    noun: 'text campaign',
    make: async () => {
      const sendersNumberId = await makeTextingNumber(db, client.clientId);
      const text = await me.post('/api/messagetext/0/edit', { name: 'For it', message: 'A' });
      const body = { textPerMinute: 5, sendersNumberId, messageTextId: idIn(text) };
      const first = { ...body, name: 'Texts' };
      const id = idIn(await me.post('/api/campaigntext/0/edit', first));
      return {
        path: `/main/campaigns/texting?campaignId=${id}`,
        change: (who) => who.post(`/api/campaigntext/${id}/edit`, { ...first, textPerMinute: 7 }),
      };
    },
    type: (page) => page.getByLabel('Texts per minute').fill('9'),
    ...{ field: 'Texts per minute', mine: 'Mine 9', theirs: "Ann Lee's 7" },
  },
  {
    noun: 'account field',
    make: async () => {
      await me.post('/api/customfield/0/edit', { name: 'Balance' });
      const id = await named('/api/customfield', 'Balance');
      return {
        path: '/main/customfields',
        change: (who) => who.post(`/api/customfield/${id}/edit`, { name: 'Theirs' }),
      };
    },
    type: async (page) => {
      await openRow(page, 'Balance');
      await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
    },
    ...{ field: 'Name', mine: 'Mine Mine', theirs: "Ann Lee's Theirs" },
  },
  {
    noun: 'contact list',
    make: async () => {
      const campaignId = await newBroadcast({ name: 'With a list' });
      const given = { campaignId, name: 'November', phones: 1 };
      const id = await makeCallList(db, client.clientId, given);
      return {
        path: '/main/calllist',
        change: (who) => who.post(`/api/calllist/${id}/rename`, { name: 'Theirs' }),
      };
    },
    type: async (page) => {
      await chooseAction(page, 'November', 'Rename');
      await page.getByLabel('Contact List Name').fill('Mine');
    },
    save: 'Rename',
    ...{ field: 'Contact List Name', mine: 'Mine Mine', theirs: "Ann Lee's Theirs" },
  },
  {
    noun: 'manager',
    make: async () => {
      const { managerId, username } = await makeManager(db, client.clientId, { name: 'Kim Roe' });
      const body = { name: 'Theirs', username, email: 'kim@example.com' };
      return {
        path: '/main/manager',
        change: (who) => who.post(`/api/manager/${managerId}/edit`, body),
      };
    },
    type: async (page) => {
      await openRow(page, 'Kim Roe');
      await page.getByRole('textbox', { name: 'Name' }).first().fill('Mine');
    },
    ...{ field: 'Name', mine: 'Mine Mine', theirs: "Ann Lee's Theirs" },
  },
  {
    noun: 'profile',
    make: async () => {
      const { managerId, username, name } = client.manager;
      const body = { name, username, email: 'theirs@example.com' };
      return {
        path: '/main/user',
        change: (who) => who.post(`/api/manager/${managerId}/edit`, body),
      };
    },
    type: async (page) => {
      await page.getByLabel('Email').fill('mine@example.com');
      await page.getByLabel(/^Password/).fill(client.manager.password);
    },
    ...{ field: 'Email', mine: 'Mine mine@example.com', theirs: "Ann Lee's theirs@example.com" },
  },
];

test.each(forms)('the form of a $noun asks too, and saves mine', async (one) => {
  const { path, change } = await one.make();
  const page = await open(path);
  await one.type(page);
  await change(byAnn);
  const button = { name: one.save ?? 'Save', exact: true };
  await page.getByRole('button', button).first().click();
  await choice(page, one.field, one.theirs).waitFor();
  await choice(page, one.field, one.mine).check();
  const saved = page.waitForResponse((response) => /\/(edit|rename)\b/.test(response.url()));
  await conflict(page).getByRole('button', { name: 'Save' }).click();
  expect((await saved).status()).toBe(200);
  await conflict(page).waitFor({ state: 'detached' });
});

test('a delete of a message that was changed meanwhile is asked again', async () => {
  const id = idIn(await me.post('/api/messagetext/0/edit', { name: 'To go', message: 'A' }));
  const page = await open('/main/messages/textmessages');
  await page.getByRole('button', { name: 'Actions for To go' }).click();
  await byAnn.post(`/api/messagetext/${id}/edit`, { name: 'To go', message: 'B' });
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Yes, Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await question.getByText(/^Changed by Ann Lee at /).waitFor();
  await question.getByRole('button', { name: 'Yes, Delete anyway' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await named('/api/messagetext', 'To go')).toBe(0);
});

test('of several messages that are deleted at once, one that was changed meanwhile stays and is named', async () => {
  const save = (id: number, name: string, as = me) =>
    as.post(`/api/messagetext/${id}/edit`, { name, message: as === me ? 'A' : 'B' });
  const ids = [idIn(await save(0, 'Bulk 2')), idIn(await save(0, 'Bulk 10'))];
  const page = await open('/main/messages/textmessages?find=bulk');
  await page.getByRole('row', { name: /^Bulk 2/ }).hover();
  await page.getByLabel('Select all').check();
  await save(ids[1] ?? 0, 'Bulk 10', byAnn);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Yes, Delete' }).click();
  const what = /^1 deleted, 1 could not be: Bulk 10: Changed by Ann Lee at \d+:\d\d [AP]M/;
  await page.getByText(what).waitFor();
  expect(await named('/api/messagetext', 'Bulk 2')).toBe(0);
  expect(await named('/api/messagetext', 'Bulk 10')).toBe(ids[1]);
});

test('no page threw an error', () => expect(browser.errors).toEqual([]));
