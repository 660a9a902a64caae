/** The contact policy as a manager reads it, and as an administrator changes it. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Role } from '../../src/contract/role.ts';
import { asClient } from '../../src/db/database.ts';
import { setPolicyPreset, storePolicyRule } from '../../src/db/queries/policy-save.ts';
import { presets, rowsOfPreset } from '../../src/domain/policy/presets.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { addContacts } from '../harness/text-data.ts';
import { chooseAction, keepPicture, rowOf, scrollsSideways, wideBoxes } from './screen.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const path = '/main/policy';

const operator = { managerId: null, now: new Date('2026-11-20T15:00:00Z') };
const own = (more: object) => ({
  ...{ purpose: null, campaignId: null, country: null, state: null, channel: 'any' as const },
  ...{ preset: null, source: null, sourceDate: null },
  ...{ terms: { kind: 'gap' as const, of: 'person' as const, hours: 2 }, ...more },
});

async function openAs(client: Awaited<ReturnType<typeof makeClient>>, role: Role) {
  const manager = await makeManager(db, client.clientId, { role });
  return openSignedIn(browser, console, { code: client.code, manager }, path);
}

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

test('an administrator writes a rule, edits it, is told of a colleague, and deletes it', async () => {
  const client = await makeClient(db);
  const { clientId } = client;
  const page = await openSignedIn(browser, console, client, path);
  await page.getByText('No rules yet').waitFor();
  await page
    .getByText("Hours in rules are the person's local time. Other times are in Eastern Time.")
    .waitFor();
  await keepPicture(page, 'policy-empty');
  await page.getByRole('button', { name: 'New Rule' }).click();
  const form = page.getByRole('form', { name: 'New Rule' });
  await form.getByLabel('Kind of Rule').selectOption('Limit: at most so many');
  // A press on a button that is off shows what is missing.
  await saveButton(page).dispatchEvent('click');
  await form.getByText('The limit must be a number above 0.').first().waitFor();
  await form.getByLabel('At Most').fill('7');
  await form.getByLabel('Channel').selectOption('Calls');
  await form.getByLabel('Purpose of the Campaigns').selectOption('Collections');
  await form.getByLabel('Place').fill('Texa');
  await page.getByRole('listbox').getByRole('option', { name: 'Texas' }).click();
  await form.getByLabel('Source', { exact: true }).fill('The contract with the hospital');
  await form.getByText('Texas: At most 7 calls to a person within 7 days.').waitFor();
  await keepPicture(page, 'policy-form');
  expect(await axeFindings(page)).toEqual([]);
  await saveButton(page).click();
  await page.getByText('The rule is saved and holds.').waitFor();
  const row = rowOf(page, 'Texas: At most 7 calls to a person within 7 days');
  expect(await row.innerText()).toContain('Collections campaigns');
  await chooseAction(page, 'Texas: At most 7 calls', 'Edit');
  await page.getByRole('textbox', { name: 'At Most' }).fill('6');
  // A colleague saves in between.
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE policy_rule SET terms = jsonb_set(terms, '{most}', '5'), version = version + 1,
         changed_by = NULL, changed_at = $2 WHERE client_id = $1`,
      [clientId, operator.now],
    ),
  );
  await saveButton(page).click();
  const question = page.getByRole('dialog', { name: /^Changed by the operator/ });
  await question.getByText('At most 5 calls to a person within 7 days').first().waitFor();
  await question.getByRole('button', { name: 'All mine' }).click();
  await question.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: /^Rule \d+/ }).waitFor();
  await page.getByText('No waiting number.').waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No rules yet').waitFor();
  expect(browser.errors).toEqual([]);
});

test('presets are found by their state, switched on and off, and say where they are written', async () => {
  const client = await makeClient(db);
  const page = await openSignedIn(browser, console, client, path);
  await page.getByRole('button', { name: /^Presets/ }).click();
  await page.getByText(/^0 of \d+ presets are on\.$/).waitFor();
  await keepPicture(page, 'policy-presets');
  await page.getByLabel('Place').selectOption('Texas');
  const texas = page.getByRole('switch', { name: /^Texas/ });
  expect(await page.getByRole('switch', { name: /^Florida/ }).count()).toBe(0);
  await texas.click();
  await page.getByText('Switching on. It holds in about 2 seconds').waitFor();
  await page.getByText(/^1 of \d+ presets is on/).waitFor();
  const source = page.getByRole('listitem').filter({ hasText: 'Texas: ' });
  await source.getByText(/looked up \w{3} \d+, 2026/).click();
  expect(await source.getByRole('link').count()).toBe(2);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: /^Rules/ }).click();
  await rowOf(page, 'Texas: Sundays').getByRole('link').click();
  await page
    .getByRole('link', { name: /^Texas: / })
    .last()
    .waitFor();
  await page.getByRole('button', { name: /^Presets/ }).click();
  await texas.click();
  const dialog = page.getByRole('dialog', { name: 'Switch Off Preset' });
  await dialog.getByRole('button', { name: 'Switch Off' }).click();
  await page.getByText(/^0 of \d+ presets are on/).waitFor();
  await page.getByLabel('Find by words, state or source').fill('nothing like it');
  await page.getByText('No preset found').waitFor();
  expect(browser.errors).toEqual([]);
});

test('a preset for recorded calls asks first, and says that it holds every call', async () => {
  const client = await makeClient(db);
  const page = await openSignedIn(browser, console, client, `${path}?view=presets`);
  await page.getByText(/^0 of \d+ presets are on\.$/).waitFor();
  const california = page.getByRole('switch', { name: /^California, recorded calls/ });
  await california.click();
  const question = page.getByRole('dialog', { name: 'Switch On Preset' });
  await question.getByText(/It holds every call of sales campaigns there, live ones too/).waitFor();
  await keepPicture(page, 'policy-recorded');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await california.isChecked()).toBe(false);
  await california.click();
  await question.getByRole('button', { name: 'Switch On', exact: true }).click();
  await page.getByText(/^1 of \d+ presets is on/).waitFor();
  expect(browser.errors).toEqual([]);
});

test('a rule on a scrub is written, and says that an answer holds', async () => {
  const client = await makeClient(db);
  const page = await openSignedIn(browser, console, client, path);
  await page.getByRole('button', { name: 'New Rule' }).click();
  const form = page.getByRole('form', { name: 'New Rule' });
  await form.getByLabel('Kind of Rule').selectOption('Scrub: what a service says of a number');
  await form.getByLabel('Refused Numbers').selectOption('Known litigators');
  await form.getByText('No calls or texts to known litigators.', { exact: true }).waitFor();
  await form.getByRole('checkbox', { name: 'Hold until checked' }).check();
  await keepPicture(page, 'policy-scrub');
  expect(await axeFindings(page)).toEqual([]);
  await saveButton(page).click();
  await page.getByText('The rule is saved and holds.').waitFor();
  await rowOf(page, 'known litigators, and none before a number is checked').waitFor();
  expect(browser.errors).toEqual([]);
});

test('a reporter reads rules, sources and what they hold, and can change nothing', async () => {
  const client = await makeClient(db);
  const { clientId } = client;
  const campaignId = await makeCampaign(db, clientId, { name: 'Reminders' });
  const callListId = await makeCallList(db, clientId, {
    campaignId,
    name: 'Statements',
    phones: 2,
  });
  await addContacts(db, clientId, callListId, [{ first_name: 'Ann' }, { first_name: 'Bo' }]);
  const closed = {
    kind: 'hours',
    days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  } as const;
  const dates = { open: null, close: null, from: '2026-01-01', until: '2037-12-31' };
  await asClient(db, clientId, (tx) =>
    storePolicyRule(
      tx,
      clientId,
      0,
      own({ terms: { ...closed, ...dates }, source: 'Order 202.8' }),
      operator,
    ),
  );
  const page = await openAs(client, 'reporter');
  const row = rowOf(page, 'No calls or texts from Jan 1, 2026 through Dec 31, 2037');
  await row.getByText('2 numbers for more than 14 days').waitFor();
  await row.getByRole('link').click();
  await page.getByText(/wait for it/).waitFor();
  expect(await page.getByRole('link', { name: 'Statements' }).count()).toBe(1);
  await keepPicture(page, 'policy-reporter');
  for (const name of ['Edit', 'Delete']) {
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  }
  await page.getByRole('link', { name: 'Show these numbers of Reminders' }).click();
  await page.getByText(/Held by the contact policy, rule \d+\. 2 numbers at/).waitFor();
  await page.getByRole('row').filter({ hasText: 'Ann' }).waitFor();
  await keepPicture(page, 'policy-numbers');
  await page.getByRole('link', { name: /^rule/ }).click();
  await page.getByText(/wait for it/).waitFor();
  const add = page.getByRole('button', { name: 'New Rule' });
  expect(await add.getAttribute('aria-disabled')).toBe('true');
  expect(await page.getByLabel('New campaigns are usually for').count()).toBe(0);
  await page.getByRole('button', { name: /^Presets/ }).click();
  await page.getByRole('switch', { name: /^Texas/ }).click();
  expect(await page.getByRole('switch', { name: /^Texas/ }).isChecked()).toBe(false);
  expect(browser.errors).toEqual([]);
});

test('a failed confirmation is said where the preset is, and tried again as the same wish', async () => {
  const client = await makeClient(db);
  const page = await openSignedIn(browser, console, client, `${path}?view=presets`);
  const keys: (string | undefined)[] = [];
  const problem = {
    ...{ type: 'about:blank', title: 'Stopped, but not settled yet', status: 503 },
    ...{ code: 'stop_unsettled', detail: 'The policy is saved and holds.' },
  };
  await page.route('**/api/policy/preset/*', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    const contentType = 'application/problem+json';
    return route.fulfill({ status: 503, contentType, body: JSON.stringify(problem) });
  });
  await page.getByRole('switch', { name: /^Utah/ }).click();
  await page
    .getByRole('alert')
    .getByText(/^Utah: .*The policy is saved and holds/)
    .waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(/^1 of \d+ presets is on/).waitFor();
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(2);
});

test('hundreds of rules with long names stay readable on a desk and a phone, light and dark', async () => {
  const client = await makeClient(db);
  const { clientId } = client;
  const long =
    'Past due statements of the orthopedics department, second reminder, East and Midwest';
  const campaignId = await makeCampaign(db, clientId, { name: long });
  await asClient(db, clientId, async (tx) => {
    for (const preset of presets) {
      await setPolicyPreset(tx, clientId, preset.code, rowsOfPreset(preset), operator);
    }
    for (let n = 1; n <= 40; n += 1) {
      const source = `Agreement ${n} with the hospital, part 4, section 12, as amended in writing`;
      const terms = { kind: 'limit', most: n, counts: 'conversations', of: 'external_id' } as const;
      const span = { unit: 'calendar_days', length: 30 } as const;
      const more = n % 2 ? { campaignId } : { purpose: 'informational' };
      const rule = own({ terms: { ...terms, ...span }, source, ...more });
      await storePolicyRule(tx, clientId, 0, rule, operator);
    }
  });
  const page = await openSignedIn(browser, console, client, path);
  await page.setViewportSize({ width: 1_280, height: 800 });
  await rowOf(page, 'Alabama').first().waitFor();
  await keepPicture(page, 'policy-full');
  await page.getByLabel('Find by words, state or source').fill('hospital 12 conversations');
  await rowOf(page, 'At most 12 conversations').getByRole('link').click();
  await page.getByRole('heading', { name: /^Rule \d+/ }).waitFor();
  expect(await wideBoxes(page)).toBe(0);
  await page.emulateMedia({ colorScheme: 'dark' });
  await keepPicture(page, 'policy-rule-dark');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [search, heading, name] of [
    ['', 'Policy', 'policy-390-dark'],
    ['?view=presets', 'States', 'policy-presets-390-dark'],
    ['?editId=0', 'New Rule', 'policy-form-390-dark'],
  ] as const) {
    await page.goto(`${console.url}${path}${search}`);
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    await page.getByText('Loading ...').waitFor({ state: 'detached' });
    await keepPicture(page, name);
    expect(await scrollsSideways(page)).toBe(false);
  }
  expect(await axeFindings(page)).toEqual([]);
});
