import { expect, test } from 'vitest';
import { testBrowser } from '../harness/browser.ts';
import { makeClient } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);

const home = `${console.url}/main/messages/voicemessages`;

test.each([
  ['/main/donotcall', 'Do Not Call'],
  ['/main/customfields', 'Account Fields'],
  ['/main/calllist', 'Contact Lists'],
  ['/main/livemonitoring', 'Live Monitoring'],
  ['/main/manager', 'Managers'],
  ['/main/user', 'User Profile'],
  ['/main/reports/cdr', 'Call Detail Report'],
  ['/main/reports/archive', 'Report Archives'],
  ['/main/messages/voicemessages', 'Messages List'],
  ['/main/messages/textmessages', 'Text Messages'],
  ['/main/campaigns/texting', 'Text Campaign Configuration'],
  ['/main/campaigns/dialer', 'Campaigns'],
  ['/main/textmanager', 'Text Message Manager'],
  ['/main/rci', 'Caller ID Buckets'],
  ['/main/upload', 'Upload Contact List'],
])('%s shows %s', async (path, title) => {
  const page = await openSignedIn(browser, console, client, path);
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  expect(page.url()).toBe(`${console.url}${path}`);
  expect(browser.errors).toEqual([]);
  await page.context().close();
});

test('any other path under /main is the 404 view, and the address stays', async () => {
  const others = ['/main/nowhere', '/main/calllist/7', '/main/messages', '/main/reports/x/y'];
  for (const path of [...others, '/main/Manager']) {
    const page = await openSignedIn(browser, console, client, path);
    await page.getByRole('heading', { level: 1, name: '404' }).waitFor();
    expect(page.url()).toBe(`${console.url}${path}`);
    await page.context().close();
  }
});

test('any path outside /main leads to Voice messages', async () => {
  for (const path of ['/', '/main', '/calllist', '/mainly/calllist', '/a/b?c=d']) {
    const page = await openSignedIn(browser, console, client, path);
    await page.getByRole('heading', { level: 1, name: 'Messages List' }).waitFor();
    expect(page.url()).toBe(home);
    await page.context().close();
  }
});

test('a manager whose stored record is gone is sent to the sign-in screen at the next step', async () => {
  const page = await openSignedIn(browser, console, client, '/main/calllist');
  await page.getByRole('heading', { name: 'Contact Lists' }).waitFor();
  await page.evaluate(() => localStorage.removeItem('user'));
  await page.getByRole('link', { name: 'Live Monitoring' }).click();
  await page.getByRole('button', { name: 'Log In' }).waitFor();
  await page.getByPlaceholder('Type client code here').waitFor();
  expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0);
});
