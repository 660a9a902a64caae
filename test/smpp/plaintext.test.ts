/** Passwords and numbers do not cross the Internet unencrypted unless the operator says so. */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { ariFetch } from '../../src/carriers/asterisk/ari-fetch.ts';
import { AriLink } from '../../src/carriers/asterisk/ari-link.ts';
import { connectPrivately } from '../../src/carriers/private-network.ts';
import { smppKind } from '../../src/carriers/smpp/kind.ts';
import { smppSettings } from '../../src/carriers/smpp/settings.ts';

const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
afterAll(() => server.close());

/** Reserved for documentation (RFC 5737); as a number it is a name that leads there. */
const address = '203.0.113.5';
const name = '3405803781';

test.each([address, name, '2001:db8::5'])('a connection to %s is refused', async (host) => {
  const [error] = await once(connectPrivately({ host, port: 80 }), 'close').then(
    () => [],
    (failure) => [failure],
  );
  expect(error).toMatchObject({ name: 'PublicPlaintextError', host });
});

test.each(['127.0.0.1', 'localhost'])('a connection to %s is made', async (host) => {
  const socket = connectPrivately({ host, port });
  await once(socket, 'connect');
  socket.destroy();
});

test('an SMPP route without TLS says why it does not connect', async () => {
  const settings = smppSettings.parse({ host: address, systemId: 'acme', password: 'secret' });
  const [found] = (await smppKind.test?.(settings, undefined as never)) ?? [];
  expect(found).toMatchObject({
    state: 'wrong',
    text: expect.stringMatching(/plaintext/),
  });
});

test('neither requests nor events of ARI leave private networks over http, nor follow a redirect', async () => {
  const ari = { url: `http://${name}:8088`, user: 'carillon', password: 'secret' };
  await expect(ariFetch(ari, 'asterisk/ping', 1_000)).rejects.toThrow('not encrypted');
  const elsewhere = createHttpServer((_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end(),
  ).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const redirecting = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  await expect(
    ariFetch({ ...ari, url: redirecting }, 'asterisk/ping', 1_000),
  ).rejects.toMatchObject({ cause: { message: 'unexpected redirect' } });
  elsewhere.close();
  const lost = await new Promise<unknown>((resolve) => {
    const link = new AriLink({
      ...{ ...ari, app: 'carillon', random: { next: () => 0.5 }, onConnect: async () => {} },
      ...{ onEvent: () => {}, onLoss: () => void link.close() },
      log: { info: () => {}, warn: (facts: object) => resolve(facts) } as never,
    });
  });
  expect(lost).toMatchObject({ reason: expect.stringContaining('not encrypted') });
});
