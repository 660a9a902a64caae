import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callLogName } from '../../src/carriers/simulated/call-log.ts';
import type { StoredReason } from '../../src/contract/reason.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { beginClientStop } from '../../src/db/queries/client-stop.ts';
import { type Campaign, campaignState, makeCampaign, makeList } from '../engine/world.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { commandsOn } from './command-run.ts';
import { type CarillonProcess, carillon, freePort } from './started-carillon.ts';

const db = await freshDatabase({ max: 5 });
const dataFolder = mkdtempSync(join(tmpdir(), 'carillon-stop-'));
const command = commandsOn(db.url, { env: { CARILLON_DATA: dataFolder } });
const running: CarillonProcess[] = [];
let port = 0;
let campaign: Campaign;

beforeAll(async () => {
  // The key of what `makeList` seals.
  writeFileSync(join(dataFolder, 'carillon.key'), `${'01'.repeat(32)}\n`, { mode: 0o600 });
  port = await freePort();
  const { clientId } = await makeClient(db, { code: 'acme' });
  campaign = await makeCampaign(db, { clientId, callsPerMinute: 20_000 });
  await makeList(db, campaign, { entries: 60_000 });
});
afterAll(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(dataFolder, { recursive: true, force: true });
});

async function start(): Promise<CarillonProcess> {
  const more = {
    ...{ DATABASE_URL: db.url, CARILLON_METRICS: 'off' },
    CARILLON_SIM_START: '2026-11-20T15:00:00-05:00',
  };
  const begun = carillon({ dataFolder, port, more }, ['start', '--no-demo', '--roles=engine']);
  running.push(begun);
  await begun.started;
  return begun;
}

function placed(): number {
  try {
    return readFileSync(join(dataFolder, callLogName), 'utf8').split('\n').length - 1;
  } catch {
    return 0;
  }
}

async function untilMore(than: number): Promise<void> {
  while (placed() <= than) await sleep(50);
}

const reason = async () => (await campaignState(db, campaign)).reason;
async function untilReason(holds: (said: StoredReason | null) => boolean): Promise<void> {
  while (!holds(await reason())) await sleep(50);
}

/** Longer than an engine would take to claim. */
const aMoment = 1_500;

test('nothing is placed after the command ends, nor after kill -9 and a restart, until the stop is lifted', async () => {
  const first = await start();
  await requestStart(db, campaign.clientId, campaign.campaignId);
  await untilMore(20);
  const stopped = await command('stop', '--all', '--reason=A carrier asked for it');
  const atResponse = placed();
  expect(stopped).toMatchObject({ code: 0, out: expect.stringContaining('all calls and texts') });
  await sleep(aMoment);
  expect(placed()).toBe(atResponse);
  await untilReason((said) => said !== null);
  first.child.kill('SIGKILL');
  await first.ended;
  await start();
  await asPlatform(db, (tx) =>
    tx.run('UPDATE campaign SET reason = NULL WHERE client_id = $1', [campaign.clientId]),
  );
  // The next engine takes the campaign over, and says the same.
  await untilReason((said) => said?.code === 'operator_stop');
  expect(await reason()).toMatchObject({ scope: 'all', said: 'A carrier asked for it' });
  await sleep(aMoment);
  expect(placed()).toBe(atResponse);
  expect((await command('stop', '--list')).out).toMatch(
    /STOPPED +SINCE +BY +REASON\n +all calls and texts +.* ET +\S+@\S+ +A carrier asked for it/,
  );
  expect((await command('doctor')).out).toMatch(/note {3}Stop +.*code=operator_stop.* Lift it: /);
  expect(await command('stop', '--lift', '--all')).toMatchObject({
    ...{ code: 0, out: 'Lifted: all calls and texts. Campaigns resume.' },
  });
  await untilMore(atResponse);
  await untilReason((said) => said === null);
});

test('a carrier and a client are stopped and lifted by name', async () => {
  for (const option of ['--carrier=simulated', '--client=acme']) {
    expect((await command('stop', option)).code).toBe(0);
    const atResponse = placed();
    await sleep(aMoment);
    expect(placed()).toBe(atResponse);
    // Repeating it changes nothing.
    expect((await command('stop', option)).out).toContain('Already stopped');
    expect((await command('stop', '--lift', option)).code).toBe(0);
    await untilMore(atResponse);
  }
});

test("an administrator's stop holds over kill -9; the operator reads it and lifts it by an option of its own", async () => {
  const ann = { carrier: null, reason: 'Wrong script', stoppedBy: 'Ann Lee' };
  const { clientId } = campaign;
  await asClient(db, clientId, (tx) => beginClientStop(tx, clientId, ann));
  await untilReason((said) => said?.code === 'client_stop');
  const last = running.at(-1);
  last?.child.kill('SIGKILL');
  await last?.ended;
  const atEnd = placed();
  await start();
  await asPlatform(db, (tx) =>
    tx.run('UPDATE campaign SET reason = NULL WHERE client_id = $1', [clientId]),
  );
  await untilReason((said) => said?.code === 'client_stop');
  expect(placed()).toBe(atEnd);
  expect((await command('stop', '--list')).out).toMatch(
    /the client "acme", by its administrator +.* ET +Ann Lee +Wrong script/,
  );
  expect(JSON.parse((await command('status', '--json')).out)).toMatchObject({
    stops: [{ setBy: 'administrator', client: 'acme', stoppedBy: 'Ann Lee' }],
  });
  const two = { ...ann, carrier: 'simulated' };
  await asClient(db, clientId, (tx) => beginClientStop(tx, clientId, two));
  // The operator's own stop of the client is another one; one option lifts both of these.
  expect(await command('stop', '--lift', '--client=acme')).toMatchObject({
    ...{ code: 1, err: expect.stringMatching(/In force: --client=acme --administrators\./) },
  });
  expect((await command('stop', '--lift', '--client=acme', '--administrators')).code).toBe(0);
  await untilMore(atEnd);
});

test('contradictory options are refused', async () => {
  const refused = [
    [['stop'], 2, 'Give one of --all, --client=CODE and --carrier=NAME'],
    [['stop', '--all', '--client=acme'], 2, 'Give one of'],
    [['stop', '--list', '--all'], 2, '--list can be combined only'],
    [['stop', '--lift', '--all', '--reason=x'], 2, '--reason cannot be combined with --lift'],
    [['stop', '--client=acme', '--administrators'], 2, '--administrators can be used only'],
    [['stop', '--client=nobody'], 1, 'There is no client with the code "nobody"'],
    [['stop', '--carrier=nothing'], 1, 'There is no carrier "nothing"'],
    [
      ['stop', '--lift', '--all'],
      1,
      'There is no stop of all calls and texts. No stop is in force.',
    ],
  ] as const;
  for (const [args, code, err] of refused) {
    expect(await command(...args)).toMatchObject({ code, err: expect.stringContaining(err) });
  }
  expect((await command('stop', '--list')).out).toBe('No stop is in force.');
});
