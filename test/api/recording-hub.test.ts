/** The hub at /hubs/message_recording, met by the unmodified official client. */
import { HubConnectionState } from '@microsoft/signalr';
import { expect, test } from 'vitest';
import { recordingHubPath } from '../../src/contract/message-recording.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { makeClient, makeManager, type TestClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { connectHub } from '../harness/hub.ts';
import { restartableServer } from '../harness/restartable.ts';
import { until } from '../harness/until.ts';

const db = await freshDatabase();
const hub = { sessionCheckEvery: 100 };
const api = await testApi(db, { hub });

async function signedIn(client: TestClient, manager = client.manager) {
  const me = await api.signIn(client, manager);
  return { me, token: me.token ?? '' };
}

/** Asks for a call; the stages are then set in the rows, as an engine in another process does. */
async function recordingOf(client: TestClient, me: Awaited<ReturnType<typeof signedIn>>['me']) {
  const body = { messageStepType: 1, value: 'Greeting', phoneNumber: '(302) 555-0148' };
  const response = await me.post('/api/message/call/', body);
  expect(response.status, response.text).toBe(200);
  const { fileName } = response.json<{ fileName: string }>();
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

const stagesOf = (received: readonly { stage: string }[]) => received.map(({ stage }) => stage);
const receivedAll = (received: readonly unknown[], count: number) =>
  until(() => (received.length >= count ? true : undefined), 10);

test.each([false, true])(
  'the official client connects and receives every stage in its order (skipNegotiation %s)',
  async (skipNegotiation) => {
    const client = await makeClient(db);
    const { me, token } = await signedIn(client);
    const { received } = await connectHub({ url: api.url, token, skipNegotiation });
    const recording = await recordingOf(client, me);
    // Then the hub listens: of stages before it reads only the newest.
    await receivedAll(received, 1);
    const stages = ['inmenu', 'recording', 'inmenu', 'listening', 'inmenu'];
    for (const stage of stages) await recording.stage(stage);
    await recording.end();
    await receivedAll(received, 7);
    expect(stagesOf(received)).toEqual(['nothing', ...stages, 'finished']);
    const { fileName } = recording;
    expect(received[0]).toEqual({
      stage: 'nothing',
      saved: false,
      callStatus: 'waiting',
      fileName,
    });
    expect(received.at(-1)).toEqual({
      stage: 'finished',
      saved: true,
      callStatus: 'terminated',
      fileName,
    });
  },
);

test('a client that connects in the middle of a call receives its present stage', async () => {
  const client = await makeClient(db);
  const { me, token } = await signedIn(client);
  const recording = await recordingOf(client, me);
  await recording.stage('listening');
  const late = await connectHub({ url: api.url, token });
  await receivedAll(late.received, 1);
  expect(stagesOf(late.received)).toEqual(['listening']);
  await recording.end();
  await receivedAll(late.received, 2);
  const afterwards = await connectHub({ url: api.url, token });
  await until(() =>
    afterwards.connection.state === HubConnectionState.Connected ? true : undefined,
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(afterwards.received).toEqual([]);
});

test('a manager receives nothing about other managers, of the own client or another', async () => {
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
  await receivedAll(hubs.mineToo.received, 3);
  await receivedAll(hubs.mine.received, 3);
  // The other clients' own calls come later on the same way, so that silence until then is no luck.
  await recordingOf(client, theirs.me);
  await recordingOf(stranger, others.me);
  await receivedAll(hubs.theirs.received, 1);
  await receivedAll(hubs.others.received, 1);
  expect(hubs.theirs.received.map(({ fileName }) => fileName)).not.toContain(recording.fileName);
  expect(stagesOf(hubs.theirs.received)).toEqual(['nothing']);
  expect(stagesOf(hubs.others.received)).toEqual(['nothing']);
  expect(stagesOf(hubs.mine.received)).toEqual(['nothing', 'inmenu', 'finished']);
});

test.each([undefined, 'x'.repeat(43)])(
  'without a good token nobody connects (%s)',
  async (token) => {
    await expect(connectHub({ url: api.url, token })).rejects.toThrow('401');
    await expect(connectHub({ url: api.url, token, skipNegotiation: true })).rejects.toThrow();
    const response = await api.stranger.post(
      `${recordingHubPath}/negotiate?negotiateVersion=1`,
      '',
    );
    expect(response.status).toBe(401);
    expect(response.json()).toMatchObject({ code: 'unauthenticated' });
  },
);

test('the connections of a manager are limited: the oldest is closed and not opened again', async () => {
  const { token } = await signedIn(await makeClient(db));
  const hubs = [];
  for (let n = 0; n < 11; n += 1) {
    hubs.push(await connectHub({ url: api.url, token, reconnect: [0, 0, 0] }));
  }
  const [oldest, second] = hubs;
  await until(() => oldest?.ended(), 10);
  expect(oldest?.ended()?.error?.message).toContain('This manager has too many connections.');
  expect(second?.connection.state).toBe(HubConnectionState.Connected);
});

test.each([
  [
    'an end from the list of sessions',
    async ({ client, me }: Ended) => {
      const other = await api.signIn(client);
      const [, first] = (await other.get('/api/security/sessions')).json<{ id: number }[]>();
      await other.post(`/api/security/sessions/${first?.id}/end`);
      expect((await me.get('/api/security/testtoken')).status).toBe(401);
    },
  ],
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
  const { ended, received } = await connectHub({ url: api.url, token, reconnect: [0, 0] });
  await endSession({ client, me });
  const { error } = await until(ended, 10);
  expect(error?.message).toContain('The session has ended.');
  expect(received).toEqual([]);
});

interface Ended {
  client: TestClient;
  me: Awaited<ReturnType<typeof signedIn>>['me'];
}
async function change({ clientId }: TestClient, sql: string): Promise<void> {
  await asPlatform(db, (tx) => tx.run(sql, [clientId]));
}

test('what happens after the session ended is not sent, even before the session is checked again', async () => {
  const seldom = await testApi(db, { hub: { sessionCheckEvery: 60_000 } });
  const client = await makeClient(db);
  const { me, token } = await signedIn(client);
  const { me: inUse } = await signedIn(client);
  const { received, ended } = await connectHub({ url: seldom.url, token });
  const recording = await recordingOf(client, inUse);
  await receivedAll(received, 1);
  await me.post('/api/security/logout');
  await recording.stage('inmenu');
  await until(ended, 10);
  expect(stagesOf(received)).toEqual(['nothing']);
});

test('the client reconnects by itself when the server was started again, and receives the rest', async () => {
  const server = await restartableServer({ ...api.deps, hub });
  const client = await makeClient(db);
  const { me, token } = await signedIn(client);
  const reconnect = Array.from({ length: 100 }, () => 100);
  const { received, connection } = await connectHub({ url: server.url, token, reconnect });
  const recording = await recordingOf(client, me);
  await receivedAll(received, 1);
  await server.stop();
  expect(connection.state).not.toBe(HubConnectionState.Connected);
  await recording.stage('recording');
  await server.start();
  await receivedAll(received, 2);
  await recording.end();
  await receivedAll(received, 3);
  expect(stagesOf(received)).toEqual(['nothing', 'recording', 'finished']);
});

test('the end of a call as the server stops is sent before the connection is closed', async () => {
  const server = await restartableServer({ ...api.deps, hub });
  const client = await makeClient(db);
  const { me, token } = await signedIn(client);
  const { received } = await connectHub({ url: server.url, token });
  const recording = await recordingOf(client, me);
  await receivedAll(received, 1);
  // As `carillon start` does: its engine ends the calls, then the API stops.
  await recording.end();
  await server.close();
  await receivedAll(received, 2);
  expect(stagesOf(received)).toEqual(['nothing', 'finished']);
});

test("nothing is missed while the hub's own connection to the database is lost", async () => {
  const client = await makeClient(db);
  const { me, token } = await signedIn(client);
  const { received } = await connectHub({ url: api.url, token });
  const recording = await recordingOf(client, me);
  await receivedAll(received, 1);
  const { rows } = await db.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query ~ '^(LISTEN|SELECT$)' AND pid <> pg_backend_pid()`,
  );
  expect(rows.length).toBeGreaterThan(0);
  await recording.stage('inmenu');
  await receivedAll(received, 2);
  await recording.end();
  await receivedAll(received, 3);
  expect(stagesOf(received)).toEqual(['nothing', 'inmenu', 'finished']);
});
