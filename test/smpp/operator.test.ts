/** What an operator does with a text route on the command line. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smppKind } from '../../src/carriers/smpp/kind.ts';
import { status } from '../../src/carriers/smpp/status.ts';
import { openVault } from '../../src/cli/start/data-key.ts';
import { asClient } from '../../src/db/database.ts';
import { carrierDetailSentence } from '../../src/domain/carrier-words/detail-sentences.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { startCarriers } from '../../src/engine/carriers/start.ts';
import { type CommandRun, commandsOn } from '../cli/command-run.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { smscOf } from './open-route.ts';

const db = await freshDatabase();
const password = 'Topsecret-99';
const said: CommandRun[] = [];
const dataFolder = mkdtempSync(join(tmpdir(), 'carillon-smpp-operator-'));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

async function operator(...args: string[]): Promise<CommandRun> {
  const env = { CARILLON_DATA: dataFolder };
  const one = await commandsOn(db.url, { env, input: [password] })(...args);
  said.push(one);
  return one;
}

const add = (name: string, port: number | string, ...more: string[]) =>
  operator(
    ...['carrier', 'add', 'smpp', name, '--host=127.0.0.1', `--port=${port}`, '--system-id=acme'],
    ...more,
  );

const secret = '--password-stdin';

let clientId = 0;
beforeAll(async () => {
  ({ clientId } = await makeClient(db, { code: 'acme' }));
});

test.each([
  [['carrier', 'add', 'smtp', 'x'], 'Usage: carillon carrier'],
  [['carrier', 'add', 'smpp'], 'An argument is missing: <name>'],
  [['carrier', 'add', 'smpp', 'x', 'y'], 'Unexpected argument "y"'],
  [
    ['carrier', 'add', 'smpp', 'Upper', '--host=h', '--system-id=a', secret],
    'not a valid carrier name',
  ],
  [['carrier', 'add', 'smpp', 'x', '--system-id=a', secret], '--host is missing.'],
  [['carrier', 'add', 'smpp', 'x', '--host=h', secret], '--system-id is missing.'],
  [['carrier', 'add', 'smpp', 'x', '--host=h', '--system-id=a'], '--password-stdin is missing'],
  [['carrier', 'add', 'smpp', 'x', '--host=h', '--system-id=a', '--password=open'], '"--password"'],
  [['carrier', 'add', 'smpp', 'x', '--port=0', secret], '--port must be a whole number'],
  [['carrier', 'add', 'smpp', 'x', '--port=65536', secret], '--port must be a whole number'],
  [['carrier', 'add', 'smpp', 'x', '--port=two', secret], '--port must be a whole number'],
  [['carrier', 'add', 'smpp', 'x', '--tls=yes', secret], '--tls must be one of off, on, unchecked'],
  [['carrier', 'add', 'smpp', 'x', '--window=0', secret], '--window must be a whole number'],
  [
    ['carrier', 'add', 'smpp', 'x', '--system-id=with a blank', secret],
    '--system-id must be ASCII',
  ],
  [['carrier', 'add', 'smpp', 'x', '--speed=9', secret], '"--speed"'],
])('what cannot be used is said with its option, and nothing is added: %j', async (args, words) => {
  const { code, out, err } = await operator(...args);
  expect([code, out, err]).toEqual([2, '', expect.stringContaining(words)]);
  expect(err).not.toMatch(/\bopen\b|Topsecret/);
  expect((await operator('carrier', 'list')).out.split('\n')).toHaveLength(2);
});

test('a route is added, tested and assigned to a client; the doctor reports it connected and disconnected', async () => {
  const smsc = await smscOf({ password });
  expect(await add('main', smsc.port, secret, '--window=20')).toMatchObject({
    code: 0,
    out: `Carrier "main" was added: host=127.0.0.1, port=${smsc.port}, system-id=acme, window=20, password=****.`,
  });
  expect(await add('main', 2775, secret)).toMatchObject({
    ...{ code: 1, err: 'The carrier name "main" is already taken.' },
  });
  expect(await add('simulated', 2775, secret)).toMatchObject({ code: 1, out: '' });
  const bound = `Bound to 127.0.0.1:${smsc.port} as acme.`;
  const tried = await operator('carrier', 'test', 'main');
  expect([tried.code, tried.out.split('\n')[0]]).toEqual([0, `ok     ${bound}`]);
  // No client uses it yet, so the doctor does not test it.
  expect((await operator('doctor')).out).not.toContain('"main"');
  expect(await operator('client', 'carrier', 'acme', '--text=main')).toMatchObject({ code: 0 });
  expect((await operator('doctor')).out).toMatch(
    new RegExp(`^ok {5}Carrier +"main": ${bound.replaceAll('.', '\\.')}$`, 'm'),
  );
  smsc.behaviour.bindStatus = status.invalidPassword;
  const refused = await operator('doctor');
  expect(refused.code).toBe(1);
  const rejected = { code: 'bind_rejected', smpp: status.invalidPassword };
  expect(refused.out).toMatch(/^WRONG {2}Carrier +"main": /m);
  expect(refused.out).toContain(carrierDetailSentence(rejected));
  await smsc.close();
  expect((await operator('doctor')).out).toMatch(/^WRONG {2}Carrier +"main": .*ECONNREFUSED/m);
  const away = await operator('carrier', 'test', 'main');
  expect([away.code, away.out]).toEqual([
    1,
    expect.stringMatching(/^WRONG {2}Cannot send texts through/),
  ]);
});

test('a route that a client uses is not removed, nor changed while a campaign runs on it', async () => {
  expect(await operator('client', 'carrier', 'acme', '--voice=main')).toMatchObject({
    ...{ code: 1, err: 'The carrier "main" is of the kind smpp, which cannot place calls.' },
  });
  expect(await operator('carrier', 'remove', 'main')).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('in use by "acme"') },
  });
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO campaign (client_id, name, campaign_type, run_status) VALUES ($1, 'Dues', 3, 3)`,
      [clientId],
    ),
  );
  const running = 'The campaign "Dues" of "acme"';
  for (const args of [
    ['carrier', 'set', 'main', '--window=5'],
    ['carrier', 'set', 'main', secret],
    ['client', 'carrier', 'acme', '--text=simulated'],
  ]) {
    expect(await operator(...args)).toMatchObject({
      ...{ code: 1, err: expect.stringContaining(running) },
    });
  }
  expect((await operator('carrier', 'remove', 'main')).code).toBe(1);
  await asClient(db, clientId, (tx) => tx.run('UPDATE campaign SET run_status = 1'));
  expect(await operator('carrier', 'set', 'main', '--port=none')).toMatchObject({
    ...{ code: 2, err: expect.stringContaining('--port must be a whole number') },
  });
  expect(await operator('carrier', 'set', 'main', '--window=5')).toMatchObject({ code: 0 });
});

test('its password is in no output and no log line, whether the bind is rejected or accepted', async () => {
  const smsc = await smscOf({ password: 'another' });
  await operator('carrier', 'set', 'main', `--port=${smsc.port}`);
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const vault = await openVault({ dataFolder, keyFile: undefined }, db);
  const open = await startCarriers({
    ...{ db, vault, log, engineName: 'test', metrics: createMetrics(), kinds: { smpp: smppKind } },
    surroundingsOf: (name) => ({
      ...{
        name,
        log,
        dataFolder,
        engineName: 'test',
        clock: { now: () => simMs(Date.now()) },
        randomOf: seededRandom,
      },
      soundUrl: () => '',
      callbackUrl: () => '',
      callbacks: { take: async () => [], find: async () => [], done: async () => {} },
    }),
  });
  try {
    expect(smsc.refusedBinds.length).toBeGreaterThan(0);
    const away = (await operator('carrier', 'list')).out;
    const because = { code: 'bind_rejected', smpp: status.invalidPassword };
    const detail = { code: 'connections_bound', bound: 0, connections: 1, because };
    expect(away).toMatch(/^ +main +smpp +acme +disconnected /m);
    expect(away).toContain(carrierDetailSentence(detail));
    smsc.behaviour.password = password;
    await until(() => open.textCarriers.get('main')?.connected() || undefined);
    smsc.cut();
    await until(
      () => lines.some((line) => line.includes('text carrier disconnected')) || undefined,
    );
  } finally {
    await open.stop();
  }
  const all = [...lines, ...said.map(({ out, err }) => out + err)].join('\n');
  expect(all).toContain('bound to text carrier');
  expect(all).not.toContain(password);
  expect(all).not.toContain(Buffer.from(password).toString('hex'));
  expect(all).not.toContain(Buffer.from(password).toString('base64'));
});
