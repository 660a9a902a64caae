/** Sign-in by a real OpenID Connect provider (decision 071). */

import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { proveByUser } from '../../src/api/oidc-proof.ts';
import { codeOf, stepAt } from '../../src/api/second-factor/totp.ts';
import { provider as providerFindings } from '../../src/cli/doctor/provider.ts';
import { asPlatform } from '../../src/db/database.ts';
import { oidcProvider } from '../../src/oidc/provider.ts';
import { auditedActs } from '../harness/audit-entries.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { testProvider } from '../harness/oidc-provider.ts';

const db = await freshDatabase();
const now = Date.parse('2026-11-27T12:00:00Z');
const console = await testConsole(db, { realNow: () => now });
const browser = testBrowser();
const acme = await testProvider(`${console.url}/oidc`);
const settings = { ...acme, name: 'Acme' };
// Both are known once the console listens.
console.deps.publicUrl = console.url;
console.deps.provider = oidcProvider(settings);
const client = await makeClient(db);

let made = 0;
async function user(given: { email?: string; verified?: boolean } = {}) {
  made += 1;
  const name = `user-${made}`;
  const email = given.email ?? `${name}@example.com`;
  acme.users.set(name, { email, email_verified: given.verified ?? true });
  return { name, email };
}
async function account(email: string, clientId = client.clientId, active = true) {
  const one = await makeManager(db, clientId, { active });
  await asPlatform(db, (tx) =>
    tx.run('UPDATE manager SET email = $2 WHERE manager_id = $1', [one.managerId, email]),
  );
  return one;
}

/** Through the provider's own forms, in a browser that it does not know yet. */
async function logIn(name: string, code = '', look = {}): Promise<Page> {
  const page = await browser.newPage(look);
  await page.goto(console.url);
  if (code) await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Log in with Acme' }).click();
  await page.locator('input[name=login]').fill(name);
  await page.locator('input[name=password]').fill('anything');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL((url) => url.origin === console.url);
  return page;
}
const refused = async (page: Page, sentence: string) => {
  await page.getByRole('heading', { name: 'You are not logged in' }).waitFor();
  await page.getByText(sentence).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
};

test('a manager with the verified e-mail address is logged in, and belongs to that user from then on', async () => {
  const { name, email } = await user();
  const ann = await account(email.toUpperCase());
  const page = await logIn(name);
  await page.getByRole('heading', { name: 'Messages List' }).waitFor();
  const stored = await page.evaluate(() => localStorage.getItem('user'));
  expect(JSON.parse(stored ?? '')).toMatchObject({ id: ann.managerId, userName: ann.username });
  // The address at the provider may change; another user with the old one does not get in.
  acme.users.set(name, { email: 'renamed@example.com', email_verified: true });
  await (await logIn(name)).getByRole('heading', { name: 'Messages List' }).waitFor();
  const successor = await user({ email });
  await refused(
    await logIn(successor.name),
    'This account belongs to another user of your provider.',
  );
  // The binding, and two logins.
  const acts = await auditedActs(db, client.clientId);
  expect(acts).toEqual(['finishOidc done', 'finishOidc done', 'finishOidc done']);
  // With another address the account is somebody else's.
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE manager SET email = 'new@example.com' WHERE manager_id = $1`, [ann.managerId]),
  );
  await refused(await logIn(name), 'No account that is enabled has your e-mail address.');
  expect(browser.errors).toEqual([]);
});

test('nobody gets in without an enabled account or a verified address', async () => {
  const nobody = await user();
  const sentence = 'No account that is enabled has your e-mail address.';
  const page = await logIn(nobody.name, '', { dark: true, width: 390, height: 740 });
  await refused(page, sentence);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Go to the login page' }).click();
  await page.getByRole('button', { name: 'Log in with Acme' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const off = await user();
  await account(off.email, client.clientId, false);
  await refused(await logIn(off.name), sentence);
  const unverified = await user({ verified: false });
  await account(unverified.email);
  await refused(await logIn(unverified.name), 'Your provider has not verified your e-mail address');
});

test('somebody with accounts of several clients types the code', async () => {
  const { name, email } = await user();
  const other = await makeClient(db);
  await account(email);
  const there = await account(email, other.clientId);
  await refused(await logIn(name), 'Several accounts have your e-mail address.');
  const page = await logIn(name, other.code);
  await page.getByRole('heading', { name: 'Messages List' }).waitFor();
  const stored = await page.evaluate(() => localStorage.getItem('user'));
  expect(JSON.parse(stored ?? '')).toMatchObject({ id: there.managerId });
});

test('where the client requires a second factor, a login by the provider asks for it, too', async () => {
  const { name, email } = await user();
  const strict = await makeClient(db);
  const ann = await account(email, strict.clientId);
  const me = await console.signIn(strict, ann);
  const begun = await me.post('/api/security/factor/authenticator/begin');
  const bits = [...begun.json<{ secret: string }>().secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const code = (away: number) => codeOf(Buffer.from(bytes), stepAt(now) + away);
  await me.post('/api/security/factor/authenticator/confirm', { code: code(0) });
  // By choice it stays with the provider.
  await (await logIn(name)).getByRole('heading', { name: 'Messages List' }).waitFor();
  expect((await me.post('/api/security/factor/required', { required: true })).json()).toBe(true);
  const page = await logIn(name);
  const second = page.getByRole('form', { name: 'Second factor' });
  await second.getByLabel(/^Code/).fill(code(1));
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  expect(await axeFindings(page)).toEqual([]);
  await second.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('heading', { name: 'Messages List' }).waitFor();
  expect((await auditedActs(db, strict.clientId)).at(-1)).toBe('finishLogin done');
  expect(browser.errors).toEqual([]);
});

test('a login that was not begun in this browser, or is repeated, is refused', async () => {
  const finish = (search: string, cookie = '') =>
    console.stranger.post('/api/security/oidc/finish', { search }, { cookie });
  const stale = { status: 403, code: 'sign_in_refused' };
  expect((await finish('?code=x&state=y')).json()).toMatchObject(stale);
  const begun = await console.stranger.post('/api/security/oidc/start', {});
  const [cookie = ''] = begun.headers.getSetCookie()[0]?.split(';') ?? [];
  expect(begun.headers.getSetCookie()[0]).toContain('HttpOnly; SameSite=Strict');
  const { searchParams } = new URL(begun.json<{ address: string }>().address);
  expect(searchParams.get('code_challenge_method')).toBe('S256');
  for (const search of [
    '?code=x&state=y',
    `?code=x&state=${searchParams.get('state')}`,
    `?error=access_denied&state=${searchParams.get('state')}`,
    `?code=x&state=${searchParams.get('state')}&iss=https%3A%2F%2Fevil.example.com`,
  ]) {
    expect((await finish(search, cookie)).json(), search).toMatchObject({
      ...stale,
      detail: 'Your provider did not log you in. Try again, or log in with your password.',
    });
  }
  expect((await finish('?code=x&state=y', `${cookie.slice(0, -4)}AAAA`)).json()).toMatchObject(
    stale,
  );
  const lines = JSON.stringify(console.logged);
  for (const secret of [acme.clientSecret, searchParams.get('state') ?? '', cookie.slice(15)]) {
    expect(lines).not.toContain(secret);
  }
});

test('a provider that is down holds nothing up, and is asked again', async () => {
  const free = createServer();
  await new Promise<void>((ready) => free.listen(0, '127.0.0.1', () => ready()));
  const { port } = free.address() as AddressInfo;
  await new Promise((closed) => free.close(closed));
  const late = { ...settings, issuer: `http://127.0.0.1:${port}` };
  const before = console.deps.provider;
  console.deps.provider = oidcProvider(late);
  const start = () => console.stranger.post('/api/security/oidc/start', {});
  const ways = (await console.stranger.get('/api/security/ways')).json();
  expect(ways).toMatchObject({ provider: 'Acme' });
  expect((await start()).json()).toMatchObject({ status: 503, code: 'provider_unreachable' });
  expect(await providerFindings({ oidc: late })).toMatchObject([{ state: 'wrong' }]);
  await testProvider(`${console.url}/oidc`, port);
  expect((await start()).status).toBe(200);
  expect(await providerFindings({ oidc: late })).toMatchObject([{ state: 'fine' }]);
  expect(await providerFindings({ oidc: undefined })).toEqual([]);
  console.deps.provider = before;
});

test('who has no password here proves who they are at the provider, which asks again', async () => {
  const { name, email } = await user();
  const ann = await account(email);
  const page = await logIn(name);
  await page.getByRole('heading', { name: 'Messages List' }).waitFor();
  const forgetProof = () =>
    asPlatform(db, (tx) =>
      tx.run(
        `UPDATE session SET proven_at = proven_at - interval '6 minutes' WHERE manager_id = $1`,
        [ann.managerId],
      ),
    );
  const tokenOf = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').bearerToken as string);
  const before = await tokenOf();
  await forgetProof();
  await page.goto(`${console.url}/main/user`);
  const ask = page.getByRole('button', { name: 'Set up an authenticator app' });
  const dialog = page.getByRole('dialog', { name: 'Enter your password' });
  /** The provider knows this browser, and asks all the same. */
  const atProvider = async (as: string) => {
    const [there] = await Promise.all([
      page.waitForEvent('popup'),
      dialog.getByRole('button', { name: 'Log in with Acme again instead' }).click(),
    ]);
    await there.locator('input[name=login]').fill(as);
    await there.locator('input[name=password]').fill('anything');
    await there.locator('button[type=submit]').click();
    return there;
  };
  await ask.click();
  // Another account of the provider proves nothing.
  const other = await user();
  await account(other.email);
  const wrong = await atProvider(other.name);
  await wrong.getByRole('button', { name: 'Continue' }).click();
  await wrong.getByText('This is another account.').waitFor();
  await wrong.close();
  expect(await tokenOf()).toBe(before);
  const right = await atProvider(name);
  const consent = right.getByRole('button', { name: 'Continue' });
  await Promise.race([
    dialog.waitFor({ state: 'detached' }),
    consent.click().catch(() => undefined),
  ]);
  await dialog.waitFor({ state: 'detached' });
  await page.getByLabel(/^Code/).first().waitFor();
  expect(await tokenOf()).not.toBe(before);
});

test('a provider that let somebody in without asking proves nothing', async () => {
  const { name, email } = await user();
  const { managerId } = await account(email);
  const { clientId } = client;
  const since = now;
  const proves = { clientId, managerId, sessionId: 1, since };
  for (const authenticated of [undefined, since - 31_000]) {
    const identity = { issuer: acme.issuer, subject: name, email, authenticated };
    await expect(
      proveByUser(console.deps, identity, proves, {} as FastifyRequest),
    ).rejects.toMatchObject({
      code: 'sign_in_refused',
      message: expect.stringContaining('did not ask you to log in again'),
    });
  }
});
