/** A second factor in a real browser: an authenticator app, recovery codes, passkeys, the client's rule. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { codeOf, stepAt } from '../../src/api/second-factor/totp.ts';
import { asPlatform } from '../../src/db/database.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeClient, makeManager, type TestClient } from '../harness/clients.ts';
import { axeFindings, fillSignIn, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { logOut, pressAfterEnd } from './screen.ts';

const db = await freshDatabase();
let now = Date.parse('2026-11-27T12:00:00Z');
const api = await testConsole(db, { realNow: () => now });
const browser = testBrowser();
// Browsers have no passkeys under a plain address.
const site = { ...api, url: api.url.replace('127.0.0.1', 'localhost') };

function nextCode(key: string): string {
  now += 60_000;
  const bits = [...key.replaceAll(' ', '')].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return codeOf(Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))), stepAt(now));
}

/** Confirms the app in the form that is open, and returns its key and the recovery codes. */
async function confirmApp(page: Page) {
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const key = (await page.locator('code').textContent()) ?? '';
  await page.getByLabel(/^Code/).fill(nextCode(key));
  await page.getByRole('button', { name: 'Confirm' }).click();
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  const codes = await list.getByRole('listitem').allTextContents();
  await page.getByRole('button', { name: 'I saved them' }).click();
  return { key, codes };
}

async function password(page: Page, client: TestClient): Promise<void> {
  await fillSignIn(page, client);
  await page.getByRole('button', { name: 'Log In' }).click();
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

/** A device that makes passkeys and verifies the person. */
async function withDevice(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

test('an authenticator app is set up on the profile and asked for at the next login', async () => {
  const client = await makeClient(db);
  const page = await openSignedIn(browser, site, client, '/main/user');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const { key, codes } = await confirmApp(page);
  expect(codes).toHaveLength(10);
  await page.getByText('10 codes left. Each logs you in once.').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  const next = await browser.newPage();
  await next.goto(site.url);
  await password(next, client);
  const second = next.getByRole('form', { name: 'Second factor' });
  await second.getByLabel(/^Code/).fill('000000');
  await second.getByRole('button', { name: 'Log In' }).click();
  await next.getByText('This code is not correct or was already used.').waitFor();
  expect(await axeFindings(next)).toEqual([]);
  await second.getByLabel(/^Code/).fill(nextCode(key));
  await second.getByRole('button', { name: 'Log In' }).click();
  await menu(next).waitFor();

  // Over a page whose session ended, both steps are asked for.
  await next.goto(`${site.url}/main/user`);
  await next.getByLabel(/^Name/).first().fill('Typed before');
  await pressAfterEnd(next, api.url, next.getByRole('button', { name: 'New codes' }));
  const again = next.getByRole('dialog', { name: 'Log in again' });
  await again.getByLabel(/^Password/).fill(client.manager.password);
  await next.keyboard.press('Enter');
  await again.getByRole('button', { name: 'Use a recovery code' }).click();
  await again.getByLabel(/^Recovery Code/).fill(codes[0] ?? '');
  await again.getByRole('button', { name: 'Log In' }).click();
  await next.getByRole('list', { name: 'Recovery codes' }).waitFor();
  await next.getByRole('button', { name: 'I saved them' }).click();
  expect(await next.getByLabel(/^Name/).first().inputValue()).toBe('Typed before');

  // A change asks for a proof, which the second factor is.
  await asPlatform(db, (tx) => tx.run("UPDATE session SET proven_at = now() - interval '1 hour'"));
  await next.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await next.getByRole('button', { name: 'Remove', exact: true }).click();
  await next.getByRole('button', { name: 'Use your second factor instead' }).click();
  await next.getByLabel(/^Code/).fill(nextCode(key));
  await next.getByRole('button', { name: 'Continue' }).click();
  await next.getByRole('button', { name: 'Set up an authenticator app' }).waitFor();
  await page.context().close();
  await next.context().close();
});

test('a passkey is added with a name, signs in, and is removed', async () => {
  const client = await makeClient(db);
  const page = await openSignedIn(browser, site, client, '/main/user');
  await withDevice(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name', { exact: false }).last().fill('Office laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'I saved them' }).click();
  await page.getByText('Office laptop').waitFor();
  await page.getByText(/Passkey for localhost\. Added .*Not used yet\./).waitFor();

  await page.getByRole('button', { name: 'Remove Office laptop' }).click();
  await page.getByText('It is your only second factor').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await logOut(page, client);
  await password(page, client);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await menu(page).waitFor();
  const used = await asPlatform(db, (tx) =>
    tx.row('SELECT 1 FROM passkey WHERE client_id = $1 AND last_used IS NOT NULL', [
      client.clientId,
    ]),
  );
  expect(used).toBeDefined();
  await page.context().close();
});

test('where it is required, a login leads to its setup, and an administrator can remove it', async () => {
  const client = await makeClient(db);
  const bob = await makeManager(db, client.clientId);
  const admin = await openSignedIn(browser, site, client, '/main/user');
  await admin.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await confirmApp(admin);
  await admin.getByRole('link', { name: 'Managers' }).first().click();
  await admin.getByRole('switch', { name: 'Require a second factor from every manager' }).click();

  const page = await browser.newPage();
  await page.goto(site.url);
  const asBob = { ...client, manager: { ...client.manager, ...bob } };
  await password(page, asBob);
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  expect(await menu(page).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use an authenticator app' }).click();
  await confirmApp(page);
  await menu(page).waitFor();

  await admin.reload();
  await admin
    .getByRole('button', { name: new RegExp(`Actions.*${bob.name}|${bob.name}.*ctions`) })
    .click();
  await admin.getByRole('menuitem', { name: 'Remove second factor' }).click();
  await admin.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect
    .poll(async () => {
      const read = await asPlatform(db, (tx) =>
        tx.rows('SELECT 1 FROM authenticator_app WHERE client_id = $1', [client.clientId]),
      );
      return read.length;
    })
    .toBe(1);
  await page.context().close();
  await admin.context().close();
  expect(browser.errors).toEqual([]);
});
