/** Every form of the console asks before Back leaves it, and keeps what was typed. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { testBrowser } from '../harness/browser.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { makeTextCampaign, makeTextMessage } from '../harness/text-data.ts';
import { chooseAction, rowOf } from './screen.ts';
import { choose } from './upload-wizard.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const { clientId } = client;
await makeVoiceMessage(db, clientId, 'Voice');
await makeTextMessage(db, clientId, 'Text', 'Hello.');
const campaignId = await makeCampaign(db, clientId, { name: 'Broadcast' });
await makeCampaign(db, clientId, { name: 'Linkback', type: 2 });
await makeTextCampaign(db, clientId, { name: 'Texts' });
await makeCallList(db, clientId, { campaignId, name: 'Closed', phones: 2, status: 6 });
await makeManager(db, clientId, { name: 'Kim Roe' });
await asClient(db, clientId, (tx) => optOut(tx, clientId, '12125550149', 'text'));
await addCallRecords(db, clientId, console.deps.vault, [{}]);
await asClient(db, clientId, (tx) =>
  tx.run(
    `INSERT INTO policy_rule (client_id, channel, terms)
     VALUES ($1, 'any', '{"kind": "gap", "of": "number", "hours": 2}')`,
    [clientId],
  ),
);

/** From where each form is entered by a link, and what Back shows again. */
const home = '/main/livemonitoring';
const report = 'Call Detail Report';

interface Form {
  /** The file of src/web/features whose form it is. */
  file: string;
  /** The screen's link in the menu; the profile is in the menu of the user. */
  link: string;
  open: (page: Page) => Promise<unknown>;
  /** What is typed into, and what stands there then. */
  typed: (page: Page) => Locator;
  text?: string;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click();
const openRow = (name: string) => (page: Page) => rowOf(page, name).dblclick();
const label = (name: string | RegExp) => (page: Page) => page.getByLabel(name).first();
const chosenFile = (page: Page) => page.getByText('november.csv').first();
const file = {
  ...{ name: 'november.csv', mimeType: 'text/csv' },
  buffer: Buffer.from('First,Phone\nAnn,302 555 0148\n'),
};
const openFilters = async (page: Page) => {
  await button(page, /^Filters/);
  await page.getByLabel('Add Filter').selectOption('Last Name');
};

const showPerson = async (page: Page) => {
  await page.getByLabel(/^Phone Number/).fill('2125550149');
  await button(page, 'Show');
};

const forms: Form[] = [
  {
    ...{ file: 'person/erase-dialog.tsx', link: 'Person', typed: label(/^The number again/) },
    text: '(212) 555-0149',
    open: async (page) => {
      await showPerson(page);
      await button(page, 'Erase');
    },
  },
  {
    ...{ file: 'account-field/field-form.tsx', link: 'Account Fields', typed: label(/^Name/) },
    open: (page) => button(page, 'Add New'),
  },
  {
    ...{ file: 'voice-message/message-form.tsx', link: 'Voice', typed: label(/^Name/) },
    open: openRow('Voice'),
  },
  {
    ...{ file: 'voice-message/step-form.tsx', link: 'Voice', typed: label(/^Text/) },
    open: async (page) => {
      await button(page, 'Add Message');
      await button(page, 'Fixed text-to-speech');
    },
  },
  {
    ...{ file: 'text-message/configuration-panel.tsx', link: 'Text' },
    ...{ open: openRow('Text'), typed: label(/^Message Name/) },
  },
  {
    ...{ file: 'campaign/campaign-form.tsx', link: 'Dialer', typed: label(/^Name/) },
    open: openRow('Broadcast'),
  },
  {
    ...{ file: 'campaign/campaign-form.tsx', link: 'Dialer', typed: label(/^Name/) },
    open: openRow('Linkback'),
  },
  {
    ...{ file: 'text-campaign/text-campaign-form.tsx', link: 'Texting', typed: label(/^Name/) },
    open: openRow('Texts'),
  },
  {
    ...{ file: 'call-list/reuse-panel.tsx', link: 'Contact Lists' },
    ...{ open: (page) => button(page, 'Reuse Closed'), typed: label('Contact List Name') },
  },
  {
    ...{ file: 'call-list/rename-dialog.tsx', link: 'Contact Lists' },
    ...{
      open: (page) => chooseAction(page, 'Closed', 'Rename'),
      typed: label('Contact List Name'),
    },
  },
  {
    ...{ file: 'call-list/consent-dialog.tsx', link: 'Contact Lists' },
    open: async (page) => {
      await chooseAction(page, 'Closed', 'Consent');
      await page.getByRole('combobox', { name: 'Consent' }).selectOption('written');
    },
    typed: label('Consent Source'),
  },
  {
    ...{ file: 'do-not-call/add-panel.tsx', link: 'Do Not Call', typed: label(/^Phone Number/) },
    ...{ open: async () => undefined, text: '(302) 555-0148' },
  },
  {
    ...{ file: 'do-not-call/delete-dialog.tsx', link: 'Do Not Call', typed: label(/^Reason/) },
    open: openRow('(212) 555-0149'),
  },
  {
    ...{ file: 'do-not-call/upload-dialog.tsx', link: 'Do Not Call', typed: chosenFile },
    open: async (page) => {
      await button(page, 'Upload');
      await choose(page, file);
    },
  },
  {
    ...{ file: 'policy/rule-form.tsx', link: 'Policy', typed: label(/^Source/) },
    open: (page) => button(page, 'New Rule'),
  },
  {
    ...{ file: 'policy/rule-form.tsx', link: 'Policy', typed: label(/^Source/) },
    open: (page) => chooseAction(page, 'At least 2 hours', 'Edit'),
  },
  {
    ...{ file: 'manager/manager-form.tsx', link: 'Managers', typed: label(/^Name/) },
    open: (page) => button(page, 'Add Manager'),
  },
  {
    ...{ file: 'manager/manager-form.tsx', link: 'Managers', typed: label(/^Name/) },
    open: openRow('Kim Roe'),
  },
  {
    ...{ file: 'call-record/filter-bar.tsx', link: report, typed: label('Filter By Keyword') },
    open: openFilters,
  },
  {
    ...{ file: 'call-record/save-filter-dialog.tsx', link: report, typed: label(/^Name/) },
    open: async (page) => {
      await openFilters(page);
      await page.getByLabel('Filter By Keyword').fill('a');
      await page.keyboard.press('Enter');
      await button(page, 'Save as...');
    },
  },
  {
    ...{ file: 'call-record/export-dialog.tsx', link: report, typed: label(/^Name/) },
    open: (page) => button(page, 'Export'),
  },
  {
    ...{ file: 'upload/page.tsx', link: 'Contact Lists', typed: chosenFile },
    open: async (page) => {
      await page.getByRole('link', { name: 'Add New' }).click();
      await choose(page, file);
    },
  },
  {
    ...{ file: 'profile/profile-form.tsx', link: client.manager.name, typed: label(/^Name/) },
    open: async () => undefined,
  },
];

async function enter(page: Page, link: string): Promise<void> {
  await page.goto(`${console.url}${home}`);
  if (link !== client.manager.name)
    return page.getByRole('link', { name: link, exact: true }).click();
  await button(page, link);
  await page.getByRole('menuitem', { name: link }).click();
}

test('every form asks before Back leaves it, keeps what was typed, and goes when it is discarded', async () => {
  const page = await openSignedIn(browser, console, client, '/status');
  for (const { file, link, open, typed, text = 'Typed' } of forms) {
    const failed = (what: string) => (error: Error) => {
      throw new Error(`${file} ${what}: ${error.message}`);
    };
    await enter(page, link);
    await open(page).catch(failed('opens'));
    const field = typed(page);
    const isFile = typed === chosenFile;
    // A file stands in the form only after the page has taken it in.
    if (isFile) await field.waitFor().catch(failed('shows its file'));
    else await field.fill(text).catch(failed('is typed into'));
    const { href } = new URL(page.url());
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await page.goBack();
    await question.waitFor({ timeout: 5_000 }).catch(failed('asks'));
    // The harmless button has the focus.
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    if (isFile) expect(await field.isVisible(), file).toBe(true);
    else expect(await field.inputValue(), file).toBe(text);
    expect(page.url(), file).toBe(href);
    await page.goBack();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => page.url(), { message: file }).not.toBe(href);
    expect(await question.count(), file).toBe(0);
  }
  expect(browser.errors).toEqual([]);
});

/** Parts of a form of the walk, a search, one box, and the screens before a sign-in: nothing that is filled in for long. */
const others = [
  'call-record/filter-editor.tsx',
  'person/export-dialog.tsx',
  'person/page.tsx',
  'session/link-page.tsx',
  'session/page.tsx',
  'upload/file-step.tsx',
  'upload/settings-step.tsx',
  'voice-message/file-step.tsx',
];

test('no form of the console is missing in that walk', () => {
  const features = fileURLToPath(new URL('../../src/web/features', import.meta.url));
  const isForm = /<(Form|FormDialog|EditorPage|FileDrop|UnsavedDialog)\b|useLeaving\(/;
  const written = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .filter((path) => isForm.test(readFileSync(`${features}/${path}`, 'utf8')))
    .map((path) => path.replaceAll('\\', '/'));
  const walked = new Set(forms.map(({ file }) => file));
  expect(written.toSorted()).toEqual([...walked, ...others].toSorted());
});
