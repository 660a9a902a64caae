/** Links by mail (decision 070), through a real SMTP server. */
import { expect, test } from 'vitest';
import { mail as mailFindings } from '../../src/cli/doctor/mail.ts';
import type { Manager } from '../../src/contract/manager.ts';
import type { ManagerLink } from '../../src/contract/manager-link.ts';
import { asPlatform } from '../../src/db/database.ts';
import { startMailQueue } from '../../src/mail/mail-queue.ts';
import { mailServer } from '../../src/mail/smtp.ts';
import { testApi } from '../harness/api.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { testMailServer } from '../harness/mail-server.ts';
import { until } from '../harness/until.ts';

const db = await freshDatabase();
const server = await testMailServer();
const publicUrl = 'http://carillon.example.com';
const from = 'Carillon <carillon@example.com>';
const logged: object[] = [];
const queueTo = (url: string) =>
  startMailQueue(
    mailServer({ url, from, needsTls: false }),
    { warn: (facts) => logged.push(facts) },
    [20],
  );
const api = await testApi(db, { publicUrl, mail: queueTo(server.url) });
const client = await makeClient(db);
const me = await api.signIn(client);
const mailState = async (id: number) =>
  (await me.get(`/api/manager/${id}/link`)).json<ManagerLink | null>()?.mail;

const reset = (email: string, code = client.code) =>
  api.stranger.post('/api/security/reset', { code, email });
const forget = () => asPlatform(db, (tx) => tx.run('DELETE FROM sign_in_failure'));

test('an invitation is mailed to its manager, and the administrator reads that it was', async () => {
  const body = { name: 'Ann Lee', username: 'ann', email: 'Ann.Lee@example.com' };
  await me.post('/api/manager/add', body);
  const all = (await me.get('/api/manager')).json<Manager[]>();
  const id = all.find(({ username }) => username === 'ann')?.id ?? 0;
  const link = (await me.post(`/api/manager/${id}/link`)).json<ManagerLink>();
  expect(link.mail).toBe('waiting');
  expect(await server.linkTo('Ann.Lee@example.com')).toBe(`${publicUrl}/invitation#${link.token}`);
  await until(async () => (await mailState(id)) === 'sent' || undefined);
});

test('a forgotten password is reset by mail, with one response for every address', async () => {
  const bob = await makeManager(db, client.clientId);
  const email = `${bob.username}@example.com`;
  expect((await api.stranger.get('/api/security/ways')).json()).toMatchObject({ mail: true });
  const disabled = await makeManager(db, client.clientId, { active: false });
  const strangers = ['nobody@example.com', `${disabled.username}@example.com`];
  for (const one of strangers) expect((await reset(one)).status).toBe(204);
  expect((await reset(email, 'no-such-client')).status).toBe(204);
  expect((await reset(email.toUpperCase(), client.code.toUpperCase())).status).toBe(204);
  const token = new URL(await server.linkTo(email)).hash.slice(1);
  const newPassword = 'plum kettle 4471 harbor';
  const used = await api.stranger.post('/api/security/link/redeem', { token, newPassword });
  expect(used.status).toBe(204);
  await api.signIn(client, { ...bob, password: newPassword });
  expect(server.mails).toEqual([]);
  await forget();
});

test('asking again and again mails one link and is held up, for an account and for nobody alike', async () => {
  const kim = await makeManager(db, client.clientId);
  const email = `${kim.username}@example.com`;
  for (const address of [email, 'nobody@example.com']) {
    for (let tries = 0; tries < 5; tries += 1) expect((await reset(address)).status).toBe(204);
    const held = await reset(address);
    expect(held.status).toBe(429);
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(50);
  }
  await server.linkTo(email);
  expect(server.mails).toEqual([]);
  await forget();
});

test('a dead mail server holds no request up, and the administrator still has the link', async () => {
  const deaf = await testApi(db, { publicUrl, mail: queueTo('smtp://127.0.0.1:1') });
  const administrator = await deaf.signIn(client);
  const bob = await makeManager(db, client.clientId);
  const made = await administrator.post(`/api/manager/${bob.managerId}/link`);
  const { token, mail } = made.json<ManagerLink>();
  expect(mail).toBe('waiting');
  await until(async () => (await mailState(bob.managerId)) === 'failed' || undefined);
  const read = await api.stranger.post('/api/security/link', { token });
  expect(read.json()).toMatchObject({ username: bob.username });
  expect(logged.length).toBeGreaterThan(0);
  const lines = JSON.stringify([logged, deaf.logged, api.logged]);
  expect(lines).not.toContain(token);
  expect(lines).not.toContain(`${bob.username}@example.com`);
});

test('without a mail server nobody is offered a mail', async () => {
  const quiet = await testApi(db);
  expect((await quiet.stranger.get('/api/security/ways')).json()).toMatchObject({ mail: false });
  const asked = await quiet.stranger.post('/api/security/reset', {
    code: client.code,
    email: 'bob@example.com',
  });
  expect(asked.json()).toMatchObject({
    status: 409,
    detail: 'This server sends no mail. Ask an administrator for a link.',
  });
});

test('doctor connects to the mail server, and nothing crosses a public network in clear', async () => {
  const url = server.url;
  expect(await mailFindings({ mail: undefined })).toEqual([]);
  expect(await mailFindings({ mail: { url, from, needsTls: false } })).toMatchObject([
    { state: 'fine', text: `${new URL(url).host} accepts the connection` },
  ]);
  // The server offers no TLS.
  expect(await mailFindings({ mail: { url, from, needsTls: true } })).toMatchObject([
    { state: 'wrong', text: expect.stringContaining('cannot be used') },
  ]);
  const strict = mailServer({ url, from, needsTls: true });
  const mail = { to: { name: 'Ann', address: 'ann@example.com' }, subject: 'S', text: 'T' };
  await expect(strict.send(mail)).rejects.toThrow();
  expect(server.mails).toEqual([]);
  // A certificate that nobody vouches for.
  const tls = await testMailServer({ secure: true });
  const smtps = tls.url.replace('smtp:', 'smtps:');
  expect(await mailFindings({ mail: { url: smtps, from, needsTls: true } })).toMatchObject([
    { state: 'wrong' },
  ]);
  const wrongPassword = url.replace('//', '//me:wrong@');
  expect(await mailFindings({ mail: { url: wrongPassword, from, needsTls: false } })).toMatchObject(
    [{ state: 'wrong', text: expect.not.stringContaining('wrong@') }],
  );
});
