/** Calls of one campaign to every kind of callee, over a real Asterisk. */

import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordOfRow } from '../../src/carriers/asterisk/cdr.ts';
import { recordsInFile } from '../../src/cli/reconcile/cdr-file.ts';
import { callerIdType } from '../../src/contract/campaign.ts';
import { asClient } from '../../src/db/database.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { makeCampaign, makeMessage, makeTestClient } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { addCarrier, runEngine } from './engine.ts';
import { matchIn, samplesIn } from './recording-match.ts';
import { hostSounds } from './sounds.ts';
import {
  allRecorded,
  callByAsterisk,
  callNumbers,
  channelsOn,
  connected,
  makeWorld,
  msOf,
  type Recorded,
} from './world.ts';

const began = Date.now();
const db = await freshDatabase();
const world = await makeWorld();
const { network, node, spoken, number } = world;
const numbers = {
  person: number(201, 1),
  machine: number(212, 2),
  busy: number(221, 3),
  noAnswer: number(222, 4),
  invalid: number(223, 5),
  failed: number(224, 6),
  refused: number(225, 7),
  slow: number(226, 8),
  leaves: number(204, 9),
  presses9: number(203, 10),
};
const hidden = number(221, 21);
const usual = number(221, 22);
let records = new Map<string, Recorded>();
let left: string[] = ['not checked'];
let clientId = 0;
const of = (who: keyof typeof numbers) => records.get(numbers[who]);

beforeAll(async () => {
  clientId = await makeTestClient(db);
  await callByAsterisk(db, clientId);
  const customer = await makeMessage(db, clientId, msOf(spoken.toCustomer));
  const machine = await makeMessage(db, clientId, msOf(spoken.toMachine));
  const host = await hostSounds((sound) => {
    if (sound === 'prompt') return spoken.prompt;
    return sound.message === machine ? spoken.toMachine : spoken.toCustomer;
  });
  const campaign = await makeCampaign(db, {
    ...{ clientId, customerMessage: customer, machineMessage: machine, callsPerMinute: 120 },
  });
  await asClient(db, clientId, (tx) =>
    tx.run(`UPDATE campaign SET caller_id_name = 'Bank of Ohio' WHERE client_id = $1`, [clientId]),
  );
  await addCarrier(db, [node], { ringSeconds: '15', callerId: '13025550100' });
  const engine = await runEngine({ db, soundUrl: host.urlOf });
  await connected(db);
  await callNumbers(db, campaign, Object.values(numbers));
  records = await allRecorded(db, campaign, Object.keys(numbers).length);
  left = await channelsOn(node);
  for (const [type, to] of [
    [callerIdType.hide, hidden],
    [callerIdType.none, usual],
  ] as const) {
    const other = await makeCampaign(db, { clientId, customerMessage: customer });
    await asClient(db, clientId, (tx) =>
      tx.run(
        `UPDATE campaign SET caller_id_type = $2, caller_id_number = '' WHERE campaign_id = $1`,
        [other.campaignId, type],
      ),
    );
    await callNumbers(db, other, [to]);
    await allRecorded(db, other, 1);
  }
  world.atEnd(host.close);
  world.atEnd(engine.stop);
}, 150_000);

describe('Calls over Asterisk', () => {
  test('a person hears the whole customer message', async () => {
    expect(of('person')).toMatchObject({ result: 'person' });
    const heard = matchIn(await recordingOf('person'), spoken.toCustomer);
    expect(heard).toMatchObject({ ends: true });
    expect(heard.share).toBeGreaterThan(0.9);
  });

  test('a machine records the whole machine message', async () => {
    expect(of('machine')).toMatchObject({ result: 'machine' });
    const kept = await samplesIn(join(network.spool, `machine-${numbers.machine}.wav`));
    const heard = matchIn(kept, spoken.toMachine);
    expect(heard).toMatchObject({ ends: true });
    expect(heard.share).toBeGreaterThan(0.9);
  });

  test('a person who is slow to answer is given the time, and hears the message', async () => {
    expect(of('slow')).toMatchObject({ result: 'person' });
    expect(matchIn(await recordingOf('slow'), spoken.toCustomer).ends).toBe(true);
  });

  test('busy, no answer, no such number, a failure and a refusal are distinguished', () => {
    expect(of('busy')).toMatchObject({ result: 'busy', duration: 0 });
    expect(of('noAnswer')).toMatchObject({ result: 'no_answer', duration: 0 });
    const invalid = { code: 'no_such_number', sip: 404 };
    expect(of('invalid')).toMatchObject({ result: 'failed', note: invalid, duration: 0 });
    const failed = { code: 'network_ended', sip: 503 };
    expect(of('failed')).toMatchObject({ result: 'failed', note: failed });
    const refused = { code: 'call_refused', sip: 403 };
    expect(of('refused')).toMatchObject({ result: 'failed', note: refused });
  });

  test('a person who hangs up in the middle still counts as a person', async () => {
    expect(of('leaves')).toMatchObject({ result: 'person' });
    expect(matchIn(await recordingOf('leaves'), spoken.toCustomer).share).toBeLessThan(0.6);
  });

  test('9 during the message blocks the number and plays a confirmation', async () => {
    expect(of('presses9')).toMatchObject({ result: 'person' });
    const blocked = await asClient(db, clientId, (tx) =>
      tx.rows<{ phone: string }>('SELECT phone FROM do_not_call'),
    );
    expect(blocked.map(({ phone }) => phone)).toEqual([numbers.presses9]);
    const heard = matchIn(await recordingOf('presses9'), spoken.prompt);
    expect(heard).toMatchObject({ ends: true });
  });

  test('everybody sees the name and number of the campaign, and is called once', () => {
    const own = new Set(Object.values(numbers));
    const seen = network.calls().filter(({ to }) => own.has(to));
    expect(seen.map(({ to }) => to).toSorted()).toEqual(Object.values(numbers).toSorted());
    for (const { from, name } of seen) {
      expect({ from, name }).toEqual({ from: '+12125550199', name: 'Bank of Ohio' });
    }
  });

  test('a withheld number is marked private; without a choice the carrier setting is shown', () => {
    const seen = new Map(network.calls().map((call) => [call.to, call]));
    expect(seen.get(hidden)).toMatchObject({ presentation: 'prohib_not_screened' });
    const { from, presentation } = seen.get(usual) ?? {};
    expect({ from, presentation }).toEqual({
      from: '+13025550100',
      presentation: 'allowed_not_screened',
    });
  });

  test('each call is in the records of Asterisk under its attempt, however it ended', async () => {
    const file = join(node.folder, 'log/cdr-csv/Master.csv');
    const kept = new Map<string, number>();
    for await (const one of recordsInFile(file, recordOfRow, simMs(began))) {
      if (one.attemptId !== undefined) kept.set(one.attemptId, one.at);
    }
    for (const { attemptId } of records.values()) {
      expect(kept.get(attemptId)).toBeGreaterThanOrEqual(began - 1_000);
      expect(kept.get(attemptId)).toBeLessThanOrEqual(Date.now());
    }
  });

  test('no channel is left when all calls have ended', () => {
    expect(left).toEqual([]);
  });
});

function recordingOf(who: keyof typeof numbers): Promise<Int16Array> {
  return samplesIn(join(network.spool, `heard-${numbers[who]}.wav`));
}
