import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { unnamedProxyFindings } from '../../src/cli/doctor/unnamed-proxies.ts';
import { asPlatform } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';

const db = await freshDatabase();
const open = await testApi(db);
/** These tests ask from 127.0.0.1: as the proxy would. */
const behindProxy = await testApi(db, { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] });
const client = await makeClient(db);
const { code, manager } = client;

const trying = (api: typeof open, username: string, forwarded: string) =>
  api.stranger.post(
    '/api/security/login',
    { code, username, password: 'wrong' },
    { 'x-forwarded-for': forwarded },
  );
const addresses = async () => {
  const rows = await asPlatform(db, (tx) =>
    tx.rows<{ address: string }>('SELECT DISTINCT address FROM sign_in_failure ORDER BY address'),
  );
  await asPlatform(db, (tx) => tx.run('DELETE FROM sign_in_failure'));
  return rows.map(({ address }) => address);
};

test('without a trusted proxy X-Forwarded-For counts for nothing: the throttle sees the connection', async () => {
  for (let at = 0; at < 20; at += 1) await trying(open, `guess${at}`, `203.0.113.${at}`);
  expect((await trying(open, manager.username, '198.51.100.1')).status).toBe(429);
  // The doctor says who sends the header.
  const [finding] = await until(async () => {
    const findings = await asPlatform(db, unnamedProxyFindings);
    return findings.length > 0 ? findings : undefined;
  });
  expect(finding?.text).toContain(
    'X-Forwarded-For comes from 127.0.0.1, which CARILLON_TRUSTED_PROXY does not name.',
  );
  expect(await addresses()).toEqual(['127.0.0.1']);
});

test('behind a trusted proxy the throttle sees the address that the proxy saw', async () => {
  for (let at = 0; at < 20; at += 1) await trying(behindProxy, `guess${at}`, '203.0.113.7');
  expect((await trying(behindProxy, manager.username, '203.0.113.7')).status).toBe(429);
  const neighbour = await trying(behindProxy, manager.username, '203.0.113.8');
  expect(neighbour.status).toBe(401);
  expect(await addresses()).toEqual(['203.0.113.7', '203.0.113.8']);
  // A named proxy is none to warn of.
  await asPlatform(db, (tx) => tx.run('DELETE FROM unnamed_proxy'));
  await trying(behindProxy, 'guess', '203.0.113.9');
  expect(await asPlatform(db, unnamedProxyFindings)).toEqual([]);
  await addresses();
});

test('what the sender itself wrote into X-Forwarded-For does not help him, also behind two proxies', async () => {
  for (let at = 0; at < 20; at += 1) {
    // The forged part stands left of what the proxies added: his address, then the outer proxy's.
    await trying(behindProxy, `guess${at}`, `192.0.2.${at}, 203.0.113.7, 10.1.2.3`);
  }
  const forged = `198.51.100.99, 203.0.113.7, 10.1.2.3`;
  expect((await trying(behindProxy, manager.username, forged)).status).toBe(429);
  expect(await addresses()).toEqual(['203.0.113.7']);
});

test('under https a cookie has the prefix that no other host and no plain page can write', async () => {
  const proto = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
  const logIn = (headers: Record<string, string>) => {
    const { username, password } = manager;
    return behindProxy.stranger.post('/api/security/login', { code, username, password }, headers);
  };
  const first = (await logIn(proto)).headers.get('set-cookie') ?? '';
  expect(first).toMatch(
    /^__Host-carillon_browser=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
  );
  // It is read under this name alone.
  const value = first.split(';')[0] ?? '';
  const known = async () => {
    const rows = await asPlatform(db, (tx) => tx.rows('SELECT 1 FROM known_browser'));
    return rows.length;
  };
  const before = await known();
  await logIn({ ...proto, cookie: value });
  expect(await known()).toBe(before);
  await logIn({ ...proto, cookie: value.replace('__Host-', '') });
  expect(await known()).toBe(before + 1);
});

test('what a trusted proxy was asked in clear from outside is refused, on the WebSocket, too', async () => {
  const proto = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' };
  const refused = await behindProxy.stranger.get('/api/simulation', proto);
  expect(refused.json()).toMatchObject({ status: 403, code: 'https_required' });
  const inside = { ...proto, 'x-forwarded-for': '10.2.3.4' };
  expect((await behindProxy.stranger.get('/api/simulation', inside)).status).toBe(200);
  const status = await new Promise((resolve) => {
    const address = `${behindProxy.url.replace('http', 'ws')}/hubs/message_recording`;
    const socket = new WebSocket(address, { headers: proto });
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
    socket.on('error', () => undefined);
  });
  expect(status).toBe(403);
  const allowed = await testApi(db, { trustedProxies: ['127.0.0.1'], plainHttp: true });
  expect((await allowed.stranger.get('/api/simulation', proto)).status).toBe(200);
});
