/** The hub at /hubs/message_recording, met by the unmodified official client and by rough ones. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { HubConnectionState } from '@microsoft/signalr';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { recordingHubPath } from '../../src/contract/message-recording.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { makeClient, makeManager, type TestClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { connectHub } from '../harness/hub.ts';
import { restartableServer } from '../harness/restartable.ts';
import { until } from '../harness/until.ts';

const db = await freshDatabase();
const hub = { lookEvery: 100, ping: 100, silence: 3_000, handshake: 500 };
const api = await testApi(db, { hub });

async function signedIn(client: TestClient, manager = client.manager) {
  const me = await api.signIn(client, manager);
  return { me, token: me.token ?? '' };
}

/** Asks for a call; the stages are then set in the rows, as an engine in another process does. */
async function recordingOf(client: TestClient, me: Awaited<ReturnType<typeof signedIn>>['me']) {
  const body = { messageStepType: 1, value: 'Greeting', phoneNumber: '(302) 555-0148' };
  const answer = await me.post('/api/message/call/', body);
  expect(answer.status, answer.text).toBe(200);
  const { fileName } = answer.json<{ fileName: string }>();
  const change = (set: string) =>
    asClient(db, client.clientId, (tx) =>
      tx.run(
        `UPDATE phone_recording SET ${set}, revision = revision + 1
         WHERE client_id = $1 AND file_name = $2`,
        [client.clientId, fileName],
      ),
    );
  return {
    fileName,
    stage: (stage: string) => change(`stage = '${stage}', call_status = 'answered'`),
    end: () =>
      change(`stage = 'finished', saved = true, call_status = 'terminated', ended_at = now()`),
  };
}

const stagesOf = (heard: readonly { stage: string }[]) => heard.map(({ stage }) => stage);
const heardAll = (heard: readonly unknown[], count: number) =>
  until(() => (heard.length >= count ? true : undefined), 10);

test.each([false, true])(
  'the official client connects and hears every stage in its order (skipNegotiation %s)',
  async (skipNegotiation) => {
    const client = await makeClient(db);
    const { me, token } = await signedIn(client);
    const { heard } = await connectHub({ url: api.url, token, skipNegotiation });
    const recording = await recordingOf(client, me);
    const stages = ['inmenu', 'recording', 'inmenu', 'listening', 'inmenu'];
    for (const stage of stages) await recording.stage(stage);
    await recording.end();
    await heardAll(heard, 7);
    expect(stagesOf(heard)).toEqual(['nothing', ...stages, 'finished']);
    const { fileName } = recording;
    expect(heard[0]).toEqual({ stage: 'nothing', saved: false, callStatus: 'waiting', fileName });
    expect(heard.at(-1)).toEqual({
      stage: 'finished',
      saved: true,
      callStatus: 'terminated',
      fileName,
    });
  },
);

test('who connects in the middle of a call is told how it stands', async () => {
  const client = await makeClient(db);
  const { me, token } = await signedIn(client);
  const recording = await recordingOf(client, me);
  await recording.stage('listening');
  const late = await connectHub({ url: api.url, token });
  await heardAll(late.heard, 1);
  expect(stagesOf(late.heard)).toEqual(['listening']);
  await recording.end();
  await heardAll(late.heard, 2);
  const afterwards = await connectHub({ url: api.url, token });
  await until(() =>
    afterwards.connection.state === HubConnectionState.Connected ? true : undefined,
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(afterwards.heard).toEqual([]);
});

test('a manager hears nothing of other managers, of the own client or another', async () => {
  const client = await makeClient(db);
  const colleague = await makeManager(db, client.clientId);
  const stranger = await makeClient(db);
  const mine = await signedIn(client);
  const theirs = await signedIn(client, colleague);
  const others = await signedIn(stranger);
  const hubs = {
    mine: await connectHub({ url: api.url, token: mine.token }),
    mineToo: await connectHub({ url: api.url, token: mine.token }),
    theirs: await connectHub({ url: api.url, token: theirs.token }),
    others: await connectHub({ url: api.url, token: others.token }),
  };
  const recording = await recordingOf(client, mine.me);
  await recording.stage('inmenu');
  await recording.end();
  await heardAll(hubs.mineToo.heard, 3);
  await heardAll(hubs.mine.heard, 3);
  // The other clients' own calls come later on the same way, so that silence until then is no luck.
  await recordingOf(client, theirs.me);
  await recordingOf(stranger, others.me);
  await heardAll(hubs.theirs.heard, 1);
  await heardAll(hubs.others.heard, 1);
  expect(hubs.theirs.heard.map(({ fileName }) => fileName)).not.toContain(recording.fileName);
  expect(stagesOf(hubs.theirs.heard)).toEqual(['nothing']);
  expect(stagesOf(hubs.others.heard)).toEqual(['nothing']);
  expect(stagesOf(hubs.mine.heard)).toEqual(['nothing', 'inmenu', 'finished']);
});

test.each([undefined, 'x'.repeat(43)])(
  'without a good token nobody connects (%s)',
  async (token) => {
    await expect(connectHub({ url: api.url, token })).rejects.toThrow('401');
    await expect(connectHub({ url: api.url, token, skipNegotiation: true })).rejects.toThrow();
    const answer = await api.stranger.post(`${recordingHubPath}/negotiate?negotiateVersion=1`, '');
    expect(answer.status).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'unauthenticated' });
  },
);

test('negotiation offers WebSockets, in both versions, with and without a slash at the end', async () => {
  const { me } = await signedIn(await makeClient(db));
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
  const { token } = await signedIn(await makeClient(db));
  const before = api.logged.length;
  const answer = await api.stranger.post(
    `${recordingHubPath}/negotiate?negotiateVersion=1&access_token=${token}`,
    '',
  );
  expect(answer.status).toBe(200);
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

test('a call of a method that the hub does not have is answered with an error', async () => {
  const { token } = await signedIn(await makeClient(db));
  const { connection } = await connectHub({ url: api.url, token });
  await expect(connection.invoke('StartRecording', 1)).rejects.toThrow(
    "Unknown hub method 'StartRecording'",
  );
  await connection.send('Whatever');
  await expect(connection.invoke('Again')).rejects.toThrow("Unknown hub method 'Again'");
});

test('messages may be split over frames and come several in one', async () => {
  const { token } = await signedIn(await makeClient(db));
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
  const { token } = await signedIn(await makeClient(db));
  const rough = await (await roughClient(token)).shaken();
  if (said) rough.socket.send(said);
  else for (let piece = 0; piece < 5; piece += 1) rough.socket.send('x'.repeat(10_000));
  expect(JSON.parse(await rough.next())).toEqual({ type: 7, allowReconnect: false, error });
  expect(await rough.closed()).toBe(1008);
});

test('a frame that is too large, and one that is no text, end the connection', async () => {
  const { token } = await signedIn(await makeClient(db));
  const large = await (await roughClient(token)).shaken();
  large.socket.send('x'.repeat(40_000));
  expect(await large.closed()).toBe(1009);
  const binary = await (await roughClient(token)).shaken();
  binary.socket.send(Buffer.from('{"type":6}\u001e'));
  expect(await binary.closed()).toBe(1008);
});

test('a handshake for another protocol is refused with its reason, and a missing one is not awaited', async () => {
  const { token } = await signedIn(await makeClient(db));
  const other = await roughClient(token);
  await other.say('{"protocol":"messagepack","version":1}');
  expect(JSON.parse(await other.next())).toEqual({
    error: "The protocol 'messagepack' version 1 is not spoken here.",
  });
  await other.closed();
  const silent = await roughClient(token);
  expect(await silent.closed()).toBe(1006);
});

test('the client is pinged, and one that falls silent is taken for gone', async () => {
  const { token } = await signedIn(await makeClient(db));
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
  const { token } = await signedIn(await makeClient(db));
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

/** As the metrics tell it. */
function hubConnectionCount(): number {
  const line = api.deps.metrics.render().match(/^carillon_hub_connections (\d+)$/m);
  return Number(line?.[1]);
}

test('only so many connections of a manager are kept: the oldest makes room and stays away', async () => {
  const { token } = await signedIn(await makeClient(db));
  const hubs = [];
  for (let n = 0; n < 11; n += 1) {
    hubs.push(await connectHub({ url: api.url, token, reconnect: [0, 0, 0] }));
  }
  const [oldest, second] = hubs;
  await until(() => oldest?.ended(), 10);
  expect(oldest?.ended()?.error?.message).toContain('Too many connections of this manager.');
  expect(second?.connection.state).toBe(HubConnectionState.Connected);
});

test.each([
  ['log-out', async ({ me }: Ended) => void (await me.post('/api/security/logout'))],
  [
    'the end of the token',
    async ({ client }: Ended) =>
      change(
        client,
        `UPDATE session SET last_used = now() - interval '13 hours' WHERE client_id = $1`,
      ),
  ],
  [
    'the manager being disabled',
    async ({ client }: Ended) =>
      change(client, 'UPDATE manager SET active = false WHERE client_id = $1'),
  ],
  [
    'the client being disabled',
    async ({ client }: Ended) =>
      change(client, 'UPDATE client SET disabled_at = now() WHERE client_id = $1'),
  ],
])('%s ends the connection, and it does not come back', async (_, endSession) => {
  const client = await makeClient(db);
  const { me, token } = await signedIn(client);
  const { ended, heard } = await connectHub({ url: api.url, token, reconnect: [0, 0] });
  await endSession({ client, me });
  const { error } = await until(ended, 10);
  expect(error?.message).toContain('The session has ended.');
  expect(heard).toEqual([]);
});

interface Ended {
  client: TestClient;
  me: Awaited<ReturnType<typeof signedIn>>['me'];
}
async function change({ clientId }: TestClient, sql: string): Promise<void> {
  await asPlatform(db, (tx) => tx.run(sql, [clientId]));
}

test('what happens after the session ended is not told, also before the next look at it', async () => {
  const seldom = await testApi(db, { hub: { lookEvery: 60_000 } });
  const client = await makeClient(db);
  const { me, token } = await signedIn(client);
  const { me: inUse } = await signedIn(client);
  const { heard, ended } = await connectHub({ url: seldom.url, token });
  const recording = await recordingOf(client, inUse);
  await heardAll(heard, 1);
  await me.post('/api/security/logout');
  await recording.stage('inmenu');
  await until(ended, 10);
  expect(stagesOf(heard)).toEqual(['nothing']);
});

test('the client comes back by itself when the server was started again, and hears on', async () => {
  const server = await restartableServer({ ...api.deps, hub });
  const client = await makeClient(db);
  const { me, token } = await signedIn(client);
  const reconnect = Array.from({ length: 100 }, () => 100);
  const { heard, connection } = await connectHub({ url: server.url, token, reconnect });
  const recording = await recordingOf(client, me);
  await heardAll(heard, 1);
  await server.stop();
  expect(connection.state).not.toBe(HubConnectionState.Connected);
  await recording.stage('recording');
  await server.start();
  await heardAll(heard, 2);
  await recording.end();
  await heardAll(heard, 3);
  expect(stagesOf(heard)).toEqual(['nothing', 'recording', 'finished']);
});

test('nothing is missed while the hub’s own connection to the database is lost', async () => {
  const client = await makeClient(db);
  const { me, token } = await signedIn(client);
  const { heard } = await connectHub({ url: api.url, token });
  const recording = await recordingOf(client, me);
  await heardAll(heard, 1);
  const { rows } = await db.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query ~ '^(LISTEN|SELECT$)' AND pid <> pg_backend_pid()`,
  );
  expect(rows.length).toBeGreaterThan(0);
  await recording.stage('inmenu');
  await heardAll(heard, 2);
  await recording.end();
  await heardAll(heard, 3);
  expect(stagesOf(heard)).toEqual(['nothing', 'inmenu', 'finished']);
});

test('what is no WebSocket, or asks elsewhere, is answered in words', async () => {
  const { token } = await signedIn(await makeClient(db));
  const elsewhere = new WebSocket(addressOf(token, '/hubs/other'));
  elsewhere.on('error', () => {});
  const [, response] = await once(elsewhere, 'unexpected-response');
  expect(response.statusCode).toBe(404);
  const plain = connect(Number(new URL(api.url).port), '127.0.0.1');
  plain.write(
    `GET ${recordingHubPath}?access_token=${token} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  );
  const [answer] = await once(plain, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 400 /);
  plain.destroy();
});
