import { expect, test } from 'vitest';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, signInByHand, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);

async function signedIn(look: Parameters<typeof browser.newPage>[0] = {}) {
  const page = await browser.newPage(look);
  await page.goto(console.url);
  // Signs in over HTTP; only the sign-in journey types the credentials.
  const response = await console.stranger.post('/api/security/login', {
    code: client.code,
    username: client.manager.username,
    password: client.manager.password,
  });
  await page.evaluate((record) => localStorage.setItem('user', record), response.text);
  await page.goto(`${console.url}/main/nowhere`);
  await page.getByRole('heading', { name: '404' }).waitFor();
  return page;
}

test('an unknown path under /main is a 404 inside the frame, without axe findings', async () => {
  for (const look of [{}, { dark: true }, { width: 360, height: 640 }]) {
    const page = await signedIn(look);
    await page.getByText('Simulated carrier').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  }
});

test('the menu collapses, stays so after a reload and then says names on hover', async () => {
  const page = await signedIn();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await page.getByRole('button', { name: 'Collapse menu' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Expand menu' }).waitFor();
  await menu.getByRole('link', { name: 'Live Monitoring' }).hover();
  await page.getByRole('tooltip', { name: 'Live Monitoring' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('menuCollapsed'))).toBe('true');
});

test('a collapsed menu leads to every page, says on hover which, and expands again for good', async () => {
  const page = await signedIn();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const names = await menu.getByRole('listitem').getByRole('link').allInnerTexts();
  await page.getByRole('button', { name: 'Collapse menu' }).click();
  expect(await menu.getByRole('listitem').getByRole('link').count()).toBe(names.length);
  await menu.getByRole('link', { name: 'Campaigns: Texting' }).hover();
  await page.getByRole('tooltip', { name: 'Campaigns: Texting' }).waitFor();
  await menu.getByRole('link', { name: 'Campaigns: Texting' }).click();
  await page.waitForURL(`${console.url}/main/campaigns/texting`);
  await page.getByRole('button', { name: 'Expand menu' }).click();
  await page.reload();
  await menu.getByText('Texting', { exact: true }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('menuCollapsed'))).toBe('false');
});

test('the menu shows groups with their pages and marks the page that is open', async () => {
  const page = await signedIn();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  expect(await menu.locator('[aria-current=page]').count()).toBe(0);
  const messages = menu.getByRole('list', { name: 'Messages' });
  expect(await messages.getByRole('link').allInnerTexts()).toEqual(['Voice', 'Text']);
  const campaigns = menu.getByRole('list', { name: 'Campaigns' });
  expect(await campaigns.getByRole('link').allInnerTexts()).toEqual(['Dialer', 'Texting']);
  await menu.getByRole('link', { name: 'Contact Lists' }).click();
  await page.waitForURL(`${console.url}/main/calllist`);
  await page.getByRole('heading', { name: 'Contact Lists' }).waitFor();
  expect(await menu.locator('[aria-current=page]').innerText()).toBe('Contact Lists');
});

test('the breadcrumb stands on the screen, and its first crumb, the product, leads to Voice messages', async () => {
  const page = await signedIn();
  await page.goto(`${console.url}/main/upload`);
  await page.getByRole('heading', { name: 'Upload Contact List' }).waitFor();
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  expect(await crumbs.getByRole('listitem').allInnerTexts()).toEqual([
    'Carillon',
    'Call Lists',
    'Upload Contact List',
  ]);
  await crumbs.getByRole('link', { name: 'Call Lists' }).click();
  await page.waitForURL(`${console.url}/main/calllist`);
  await crumbs.getByRole('link', { name: 'Carillon' }).click();
  await page.waitForURL(`${console.url}/main/messages/voicemessages`);
});

test("the user's popover lists the name, which opens the profile, and LOGOUT, without axe findings", async () => {
  for (const look of [{}, { dark: true }, { width: 360, height: 640 }]) {
    const page = await signedIn(look);
    await page.getByRole('button', { name: client.manager.name }).click();
    await page.getByRole('menuitem', { name: 'LOGOUT' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('menuitem', { name: client.manager.name }).click();
    await page.waitForURL(`${console.url}/main/user`);
  }
});

test('Ctrl K goes to any screen by keyboard alone', async () => {
  const page = await signedIn();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type('call lists');
  await page.getByRole('option', { name: 'Contact Lists' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${console.url}/main/calllist`);
  expect(await page.getByRole('combobox').count()).toBe(0);
});

test('the palette finds campaigns and contact lists by name and opens them', async () => {
  const name = 'Flu clinic openings';
  const campaignId = await makeCampaign(db, client.clientId, { name });
  const list = { campaignId, name: 'Kent and Sussex' };
  const callListId = await makeCallList(db, client.clientId, { ...list, phones: 7 });
  const page = await signedIn();
  const find = async (words: string, found: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(words);
    await page.getByRole('option', { name: new RegExp(`^${found}`) }).waitFor();
    await page.keyboard.press('Enter');
  };
  await find('flu', name);
  await page.waitForURL(`${console.url}/main/livemonitoring?campaignId=${campaignId}`);
  await page.getByRole('heading', { name }).waitFor();
  await find('kent', 'Kent and Sussex');
  await page.getByRole('row', { name: /Kent and Sussex/ }).waitFor();
  await page.waitForURL(`${console.url}/main/calllist?callListId=${callListId}`);
  // By its id: another list of its name, made later, is not shown with it.
  await makeCallList(db, client.clientId, { ...list, phones: 9 });
  await page.reload();
  await page.getByRole('button', { name: 'All 1' }).waitFor();
  await page.getByRole('button', { name: 'Show all lists' }).click();
  await page.getByRole('button', { name: /^All [2-9]/ }).waitFor();
});

test('the theme follows the system until the user chooses one, which is remembered', async () => {
  const page = await signedIn({ dark: true });
  const canvas = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await canvas()).toBe('rgb(20, 24, 28)');
  await page.getByRole('button', { name: client.manager.name }).click();
  await page.getByRole('menuitemradio', { name: 'Theme: light' }).click();
  expect(await canvas()).toBe('rgb(255, 255, 255)');
  await page.reload();
  await page.getByRole('heading', { name: '404' }).waitFor();
  expect(await canvas()).toBe('rgb(255, 255, 255)');
});

test('below 700 px the menu is a drawer that goes away after a choice', async () => {
  const page = await signedIn({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Live Monitoring' }).click();
  await page.waitForURL(`${console.url}/main/livemonitoring`);
  expect(await page.getByRole('dialog', { name: 'Main menu' }).isVisible()).toBe(false);
});

test("a screen's code loads on the way to its link, not before", async () => {
  const page = await signedIn();
  // The landing page loads its editor without the link.
  await page.waitForLoadState('networkidle');
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const asked = page.waitForRequest(/assets\/page-.*\.js/);
  await page.getByRole('link', { name: 'Live Monitoring' }).hover();
  await asked;
  expect(loaded.filter((url) => url.includes('/message-editor-'))).toEqual([]);
  expect(browser.errors).toEqual([]);
});

test('nothing of a signed-in manager reaches a sign-in by hand of another', async () => {
  const other = await makeClient(db);
  const page = await signedIn();
  await page.getByRole('button', { name: client.manager.name }).click();
  await page.getByRole('menuitem', { name: 'LOGOUT' }).click();
  await signInByHand(page, console.url, other);
  await page.getByRole('button', { name: other.manager.name }).waitFor();
});
