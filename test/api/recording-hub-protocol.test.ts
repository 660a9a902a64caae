/** The hub at /hubs/message_recording, met by clients that say what they like. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { recordingHubPath } from '../../src/contract/message-recording.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { connectHub } from '../harness/hub.ts';
import { until } from '../harness/until.ts';

const db = await freshDatabase();
const hub = { ping: 100, silence: 3_000, handshake: 1_500 };
const api = await testApi(db, { hub });

async function signedIn() {
  const me = await api.signIn(await makeClient(db));
  return { me, token: me.token ?? '' };
}

test('negotiation offers WebSockets, in both versions, with and without a slash at the end', async () => {
  const { me } = await signedIn();
  const offered = [{ transport: 'WebSockets', transferFormats: ['Text'] }];
  for (const end of ['', '/']) {
    const one = await me.post(`${recordingHubPath}/negotiate${end}?negotiateVersion=1`, '');
    expect(one.json()).toEqual({
      negotiateVersion: 1,
      connectionId: expect.any(String),
      connectionToken: expect.any(String),
      availableTransports: offered,
    });
    const none = await me.post(`${recordingHubPath}/negotiate${end}`, '');
    expect(none.json()).toEqual({ connectionId: expect.any(String), availableTransports: offered });
  }
});

test('a token in the address works, as browsers send it, and stays out of the log', async () => {
  const { token } = await signedIn();
  const before = api.logged.length;
  const first = await api.stranger.post(
    `${recordingHubPath}/negotiate?negotiateVersion=1&access_token=${token}`,
    '',
  );
  expect(first.status).toBe(200);
  const rough = await roughClient(token);
  await rough.say('{"protocol":"json","version":1}');
  expect(await rough.next()).toBe('{}');
  await rough.close();
  const wrong = new WebSocket(addressOf('y'.repeat(43)));
  await once(wrong, 'unexpected-response').catch(() => {});
  const lines = JSON.stringify(api.logged.slice(before));
  expect(lines).toContain(recordingHubPath);
  expect(lines).not.toContain(token);
  expect(lines).not.toContain('y'.repeat(43));
  expect(lines).not.toContain('access_token');
});

const addressOf = (token: string, path = recordingHubPath) =>
  `${api.url.replace('http', 'ws')}${path}?access_token=${token}`;

/** A client that says what it likes. */
async function roughClient(token: string) {
  const socket = new WebSocket(addressOf(token));
  const records: string[] = [];
  let rest = '';
  let code: number | undefined;
  socket.on('message', (data) => {
    const parts = (rest + String(data)).split('\u001e');
    rest = parts.pop() ?? '';
    records.push(...parts.filter((part) => part !== '{"type":6}'));
  });
  socket.on('close', (given) => {
    code = given;
  });
  socket.on('error', () => {});
  await once(socket, 'open');
  return {
    socket,
    say: (record: string) => socket.send(`${record}\u001e`),
    next: () => until(() => records.shift(), 10),
    closed: () => until(() => code, 10),
    close: () => socket.close(),
    async shaken() {
      socket.send('{"protocol":"json","version":1}\u001e');
      expect(await until(() => records.shift(), 10)).toBe('{}');
      return this;
    },
  };
}

test('an invocation of a method that the hub does not have returns an error', async () => {
  const { token } = await signedIn();
  const { connection } = await connectHub({ url: api.url, token });
  await expect(connection.invoke('StartRecording', 1)).rejects.toThrow(
    "Unknown hub method 'StartRecording'",
  );
  await connection.send('Whatever');
  await expect(connection.invoke('Again')).rejects.toThrow("Unknown hub method 'Again'");
});

test('messages may be split over frames and come several in one', async () => {
  const { token } = await signedIn();
  const rough = await roughClient(token);
  const call = (id: string) =>
    `{"type":1,"invocationId":"${id}","target":"A","arguments":[]}\u001e`;
  for (const piece of ['{"protocol":"js', 'on","version":1}', `\u001e${call('1')}${call('2')}`]) {
    rough.socket.send(piece);
  }
  expect(await rough.next()).toBe('{}');
  for (const id of ['1', '2'])
    expect(JSON.parse(await rough.next())).toMatchObject({ invocationId: id });
});

test.each([
  ['no JSON', 'what?\u001e', 'A message could not be read.'],
  ['a message without a type', '{}\u001e', 'A message could not be read.'],
  ['a message over many frames that never ends', undefined, 'A message is too large.'],
])('%s ends the connection with a reason and without a way back', async (_, said, error) => {
  const { token } = await signedIn();
  const rough = await (await roughClient(token)).shaken();
  if (said) rough.socket.send(said);
  else for (let piece = 0; piece < 5; piece += 1) rough.socket.send('x'.repeat(10_000));
  expect(JSON.parse(await rough.next())).toEqual({ type: 7, allowReconnect: false, error });
  expect(await rough.closed()).toBe(1008);
});

test('a frame that is too large, and one that is not text, end the connection', async () => {
  const { token } = await signedIn();
  const large = await (await roughClient(token)).shaken();
  large.socket.send('x'.repeat(40_000));
  expect(await large.closed()).toBe(1009);
  const binary = await (await roughClient(token)).shaken();
  binary.socket.send(Buffer.from('{"type":6}\u001e'));
  expect(await binary.closed()).toBe(1008);
});

test('a handshake for another protocol is refused with its reason, and a missing one is not awaited', async () => {
  const { token } = await signedIn();
  const other = await roughClient(token);
  await other.say('{"protocol":"messagepack","version":1}');
  expect(JSON.parse(await other.next())).toEqual({
    error: "The protocol 'messagepack' version 1 is not supported.",
  });
  await other.closed();
  const silent = await roughClient(token);
  expect(await silent.closed()).toBe(1006);
});

test('the client is pinged, and one that falls silent is taken for gone', async () => {
  const { token } = await signedIn();
  const socket = new WebSocket(addressOf(token));
  let pings = 0;
  socket.on('message', (data) => {
    pings += String(data).split('{"type":6}').length - 1;
  });
  await once(socket, 'open');
  socket.send('{"protocol":"json","version":1}\u001e');
  await once(socket, 'close');
  expect(pings).toBeGreaterThan(3);
});

test('a reader who does not read is cut', async () => {
  const { token } = await signedIn();
  const rough = await (await roughClient(token)).shaken();
  rough.socket.pause();
  const target = 'x'.repeat(8_000);
  const call = `{"type":1,"invocationId":"1","target":"${target}","arguments":[]}\u001e`;
  const before = hubConnectionCount();
  for (let sent = 0; sent < 4_000 && hubConnectionCount() === before; sent += 1) {
    rough.socket.send(call);
    if (sent % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(hubConnectionCount()).toBe(before - 1);
  rough.socket.terminate();
});

/** As the metrics show it. */
function hubConnectionCount(): number {
  const line = api.deps.metrics.render().match(/^carillon_hub_connections (\d+)$/m);
  return Number(line?.[1]);
}

test('a request that is no WebSocket, or for another path, gets a response in words', async () => {
  const { token } = await signedIn();
  const elsewhere = new WebSocket(addressOf(token, '/hubs/other'));
  elsewhere.on('error', () => {});
  const [, response] = await once(elsewhere, 'unexpected-response');
  expect(response.statusCode).toBe(404);
  const plain = connect(Number(new URL(api.url).port), '127.0.0.1');
  plain.write(
    `GET ${recordingHubPath}?access_token=${token} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  );
  const [first] = await once(plain, 'data');
  expect(String(first)).toMatch(/^HTTP\/1.1 400 /);
  expect(String(first)).toContain('application/problem+json');
  expect(String(first)).toMatch(
    /"detail":"Missing or invalid Sec-WebSocket-Key header\.".*"requestId":"[\w-]+"/,
  );
  plain.destroy();
});
