/** The WebSocket hub: without a token, from another page, with frames that are none, and in floods. */
import { randomBytes } from 'node:crypto';
import { WebSocket } from 'ws';
import { recordingHubPath } from '../../../src/contract/message-recording.ts';
import { asClient, asPlatform } from '../../../src/db/database.ts';
import { asked } from '../asking.ts';
import { exchanged, rawRequest, responsesIn } from '../raw.ts';
import type { Family, Group, Run } from '../score.ts';
import { nothing, type Reply } from '../verdict.ts';
import type { Target, World } from '../world.ts';
import { badFrames, type Said } from './hub-frames.ts';
import { badTokens } from './tokens.ts';

const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
const get = `GET ${recordingHubPath} HTTP/1.1`;
const record = (value: string) => `${value}\u001e`;
const handshake = record('{"protocol":"json","version":1}');
/** What a connection that lives says no to. */
const knock = record('{"type":1,"invocationId":"knock","target":"Knock","arguments":[]}');

const open = (world: World, token: string, headers: Record<string, string> = {}) =>
  new WebSocket(`${world.api.url.replace('http', 'ws')}${recordingHubPath}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

interface Talk {
  socket: WebSocket;
  heard: () => string;
  closed: Promise<number>;
  /** Whether it answers, or was closed; false when neither is true in forty seconds. */
  answers(): Promise<Reply | typeof nothing>;
}

async function talk(world: World, token: string, shake = true): Promise<Talk> {
  const socket = open(world, token);
  let heard = '';
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  socket.on('error', () => {});
  socket.on('message', (data) => {
    heard += String(data);
  });
  await new Promise((resolve) => socket.on('open', resolve));
  if (shake) socket.send(handshake);
  return {
    ...{ socket, closed, heard: () => heard },
    async answers() {
      const knocked = new Promise<number>((resolve) => {
        const listen = () => heard.includes('knock') && resolve(200);
        socket.on('message', listen);
      });
      if (socket.readyState === socket.OPEN) socket.send(knock);
      const late = new Promise<typeof nothing>((resolve) =>
        setTimeout(() => resolve(nothing), 40_000).unref(),
      );
      const status = await Promise.race([closed.then(() => 0), knocked, late]);
      socket.terminate();
      if (status === nothing) return nothing;
      return { status, head: '', type: 'application/json', text: heard };
    },
  };
}

const view = { marks: [] };

const closedToStrangers =
  (world: World, own: Target): Group =>
  async (run) => {
    const bad = await badTokens(world, own);
    for (const [what, headers] of bad) {
      const one = { expects: 'refused' as const, status: 401, view };
      const path = `${recordingHubPath}/negotiate?negotiateVersion=1`;
      await run({
        ...{ ...one, name: `negotiate with ${what}` },
        send: () => asked(world.api.url, { path, method: 'POST', headers, body: '' }),
      });
      const given = Object.entries(headers).map((header) => header.join(': '));
      await run({
        ...{ ...one, name: `upgrade with ${what}` },
        send: () => exchanged(world.api.url, [rawRequest(get, [...upgrade, key, ...given])]),
      });
      const [, token = ''] = /^Bearer (.*)$/.exec(headers.authorization ?? '') ?? [];
      const inQuery = `GET ${recordingHubPath}?access_token=${encodeURIComponent(token)} HTTP/1.1`;
      await run({
        ...{ ...one, name: `upgrade with ${what} in the query` },
        send: () => exchanged(world.api.url, [rawRequest(inQuery, [...upgrade, key])]),
      });
    }
  };

/** From pages of others, and requests that are no handshake. */
const badUpgrades =
  (world: World, own: Target): Group =>
  async (run) => {
    const token = await world.renew(own);
    const as = `Authorization: Bearer ${token}`;
    const origins = [
      ...['https://evil.example', 'http://carillon.evil.example', 'https://evil.example/carillon'],
      ...['null', 'file://', '', 'http://carillon@evil.example', 'carillon', 'https://'],
      ...[
        'http://evil.example#carillon',
        'javascript://carillon',
        'http://carillon.',
        'http://[::1]',
      ],
    ];
    for (const origin of origins) {
      await run({
        ...{ name: `from a page of "${origin}"`, expects: 'refused', status: 403, view },
        send: () =>
          exchanged(world.api.url, [rawRequest(get, [...upgrade, key, as, `Origin: ${origin}`])]),
      });
    }
    const others: [string, string, string[]][] = [
      ['no key', get, [...upgrade, as]],
      ['a key of the wrong length', get, [...upgrade, 'Sec-WebSocket-Key: AAAA', as]],
      ['two keys', get, [...upgrade, key, key, as]],
      ['no version', get, [...upgrade.slice(0, 2), key, as]],
      ['version 99', get, [...upgrade.slice(0, 2), 'Sec-WebSocket-Version: 99', key, as]],
      ['another protocol', get, ['Connection: Upgrade', 'Upgrade: h2c', key, as]],
      ['POST', get.replace('GET', 'POST'), [...upgrade, key, as, 'Content-Length: 0']],
      ['another path', `GET /hubs/other HTTP/1.1`, [...upgrade, key, as]],
      ['a path below', `GET ${recordingHubPath}/x HTTP/1.1`, [...upgrade, key, as]],
      ['a path around', `GET /x/..${recordingHubPath} HTTP/1.1`, [...upgrade, key, as]],
      ['an address of the API', 'GET /api/campaign HTTP/1.1', [...upgrade, key, as]],
      ['an encoded path', 'GET /hubs%2fmessage_recording HTTP/1.1', [...upgrade, key, as]],
    ];
    for (const [what, line, headers] of others) {
      await run({
        ...{ name: `an upgrade with ${what}`, expects: 'refused', view, mayCut: true },
        send: () => exchanged(world.api.url, [rawRequest(line, headers)]),
        check: (reply) =>
          responsesIn(reply).some((one) => one.endsWith('101')) ? 'it was opened' : undefined,
      });
    }
    await run({
      ...{ name: 'an upgrade with extensions and protocols', expects: 'accepted', view },
      send: () =>
        exchanged(world.api.url, [
          rawRequest(get, [
            ...[...upgrade, key, as, 'Sec-WebSocket-Protocol: a, b, constructor'],
            'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=8',
          ]),
          50,
          randomBytes(400),
        ]),
      check: ({ head }) => (/deflate|constructor/i.test(head) ? 'it was agreed to' : undefined),
    });
  };

const saidBy =
  (world: World, own: Target, all: readonly Said[]): Group =>
  async (run) => {
    const token = await world.renew(own);
    for (const { what, expects, shake = true, say } of all) {
      const send = async () => {
        const talking = await talk(world, token, shake);
        say(talking.socket);
        return talking.answers();
      };
      await run({ name: `a client that says ${what}`, expects, view, mayCut: true, send });
    }
  };

/** Ends what lets a connection listen, and sees it closed before the next event. */
async function revoked(
  run: Run,
  world: World,
  what: string,
  end: (own: Target, token: string) => Promise<unknown>,
) {
  const own = await world.make();
  const token = await world.renew(own);
  await run({
    ...{ name: `a connection whose ${what}`, expects: 'refused', view, mayCut: true },
    send: async () => {
      const { socket, closed } = await talk(world, token);
      await end(own, token);
      const late = new Promise<typeof nothing>((resolve) =>
        setTimeout(() => resolve(nothing), 40_000).unref(),
      );
      const code = await Promise.race([closed, late]);
      socket.terminate();
      return code === nothing ? nothing : { status: 0, head: '', type: '', text: '' };
    },
  });
}

const ends =
  (world: World): Group =>
  async (run) => {
    const inClient = (sql: string) => (own: Target) =>
      asClient(world.db, own.ids.client, (tx) => tx.run(sql, [own.ids.client]));
    const inPlatform = (sql: string) => (own: Target) =>
      asPlatform(world.db, (tx) => tx.run(sql, [own.ids.client]));
    await Promise.all([
      revoked(run, world, 'session was logged out', (own, token) =>
        asked(world.api.url, {
          ...{ path: '/api/security/logout', method: 'POST', token, headers: own.from },
        }),
      ),
      revoked(run, world, 'session ended', inClient('DELETE FROM session WHERE client_id = $1')),
      revoked(
        run,
        world,
        'session is over',
        inClient(
          `UPDATE session SET created = now() - interval '25 hours', last_used = now() - interval '13 hours' WHERE client_id = $1`,
        ),
      ),
      revoked(
        run,
        world,
        'manager was disabled',
        inClient('UPDATE manager SET active = false WHERE client_id = $1'),
      ),
      revoked(
        run,
        world,
        'client was disabled',
        inPlatform('UPDATE client SET disabled_at = now() WHERE client_id = $1'),
      ),
      revoked(run, world, 'manager must have a second factor now', async (own) => {
        await inClient('DELETE FROM authenticator_app WHERE client_id = $1')(own);
        await inClient('DELETE FROM passkey WHERE client_id = $1')(own);
        await inPlatform('UPDATE client SET second_factor_required = true WHERE client_id = $1')(
          own,
        );
      }),
    ]);
  };

/** More connections than a manager may have: the oldest ones are closed. */
const crowd =
  (world: World, own: Target): Group =>
  async (run) => {
    const token = await world.renew(own);
    await run({
      ...{ name: '25 connections of one manager', expects: 'accepted', view },
      send: async () => {
        const all = await Promise.all(Array.from({ length: 25 }, () => talk(world, token)));
        await new Promise((resolve) => setTimeout(resolve, 300));
        const living = all.filter(({ socket }) => socket.readyState === socket.OPEN);
        for (const { socket } of all) socket.terminate();
        return { status: 200, head: '', type: '', text: `${living.length} are open` };
      },
      check: ({ text }) => (text === '10 are open' ? undefined : text),
    });
  };

export async function hub(world: World): Promise<Family> {
  const [own, shared] = [await world.make(), await world.make()];
  const frames = badFrames();
  const half = Math.ceil(frames.length / 2);
  return {
    name: 'hub',
    groups: [
      closedToStrangers(world, own),
      badUpgrades(world, shared),
      saidBy(world, shared, frames.slice(0, half)),
      saidBy(world, await world.make(), frames.slice(half)),
      ends(world),
      crowd(world, await world.make()),
    ],
  };
}
