/** Calls by Twilio through the real engine: who answers, what they hear, how it ends. */

import { afterAll, afterEach, expect, test } from 'vitest';
import { runStatus } from '../../src/contract/campaign.ts';
import type { ReasonCode, StoredReason } from '../../src/contract/reason.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { callingByTwilio } from './calling-world.ts';
import type { Callee } from './double/call.ts';
import { twilioSite } from './texting-world.ts';

const db = await freshDatabase();
const site = await twilioSite(db);
const { double } = site;
afterAll(() => double.close());
// Calls that a failed test left up do not count in the next one.
afterEach(() => {
  for (const call of double.calls.live()) double.calls.hangUp(call);
});

test('a person hears the message and a machine hears its own after the greeting; busy, no answer and an invalid number are distinguished', async () => {
  const callees: Callee[] = [
    {},
    { detected: 'machine_end_beep', detectedAfter: 600 },
    { detected: 'machine_end_silence' },
    { detected: 'unknown' },
    { detected: 'fax' },
    { ends: 'busy' },
    { ends: 'no-answer' },
    { ends: 'failed' },
  ];
  const world = await callingByTwilio(db, site, { firstPhone: 12_123_010_000, callees });
  const { stop } = await world.begin();
  const records = await world.ended();
  expect(records.map(({ result }) => result)).toEqual([
    ...['person', 'machine', 'machine', 'person', 'machine', 'busy', 'no_answer', 'failed'],
  ]);
  const [person, machine, silent, unknown, fax] = world.numbers;
  const [toPerson, toMachine] = [
    `message ${world.customerMessage}`,
    `message ${world.machineMessage}`,
  ];
  expect(world.heardBy(person)).toEqual([toPerson]);
  expect(world.heardBy(machine)).toEqual([toMachine]);
  expect(world.heardBy(silent)).toEqual([toMachine]);
  expect(world.heardBy(unknown)).toEqual([toPerson]);
  expect(world.heardBy(fax)).toEqual([]);
  for (const number of [person, machine]) {
    expect(world.callsTo(number)[0]?.heard[0]?.ms).toBeGreaterThan(1_000);
  }
  expect(records.at(-1)?.note).toEqual({ code: 'not_put_through', system: 'Twilio', sip: '404' });
  expect(double.calls.live()).toEqual([]);
  for (const number of world.numbers) expect(world.callsTo(number).length).toBe(1);
  await until(async () => (await world.state()).completed || undefined);
  await until(async () => (await world.callbacksLeft()) === 0 || undefined);
  expect(await world.books()).toMatchObject({ attempts: 8, openAttempts: 0, mismatches: 0 });
  expect(double.hooks.deliveries.filter(({ status }) => status !== 200)).toEqual([]);
  await stop();
  await world.end();
});

test('9 is stored and confirmed, also before the verdict; another key only starts the message again', async () => {
  const callees: Callee[] = [
    { keyDuring: { sound: '/message.', after: 300, key: '9' } },
    { keys: [{ after: 60, key: '9' }], detected: null },
    { keyDuring: { sound: '/message.', after: 400, key: '5' } },
    { keyDuring: { sound: '/message.', after: 400, key: '#' } },
    // In the second after the message.
    { keyDuring: { sound: '/message.', after: 1_500, key: '9' } },
  ];
  const world = await callingByTwilio(db, site, { firstPhone: 12_123_020_000, callees });
  const { stop } = await world.begin();
  const records = await world.ended();
  expect(new Set(records.map(({ result }) => result))).toEqual(new Set(['person']));
  const message = `message ${world.customerMessage}`;
  const [nine, early, five, hash, late] = world.numbers;
  expect(world.heardBy(nine)).toEqual([message, 'opted-out']);
  expect(world.heardBy(early).at(-1)).toBe('opted-out');
  expect(world.heardBy(five)).toEqual([message, message]);
  expect(world.heardBy(hash)).toEqual([message, message]);
  expect(world.heardBy(late)).toEqual([message, 'opted-out']);
  for (const number of [nine, early, late]) {
    expect(world.callsTo(number)[0]?.heard.at(-1)?.ms).toBeGreaterThan(2_400);
  }
  expect(world.callsTo(five)[0]?.heard.at(-1)?.ms).toBeGreaterThan(1_100);
  const blocked = await world.ask<{ phone: string }>('SELECT phone FROM do_not_call ORDER BY 1');
  expect(blocked.map(({ phone }) => `+${phone}`)).toEqual([nine, early, late]);
  expect(double.calls.live()).toEqual([]);
  await stop();
  await world.end();
});

test('9 counts in a call that was judged a machine: it is stored and confirmed; another key stops nothing', async () => {
  const machine: Callee = { detected: 'machine_end_beep', detectedAfter: 200 };
  const callees: Callee[] = [
    { ...machine, keyDuring: { sound: '/message.', after: 300, key: '9' } },
    { ...machine, keyDuring: { sound: '/message.', after: 400, key: '5' } },
  ];
  const world = await callingByTwilio(db, site, { firstPhone: 12_123_025_000, callees });
  const { stop } = await world.begin();
  const records = await world.ended();
  expect(records.map(({ result }) => result)).toEqual(['person', 'machine']);
  const [nine, five] = world.numbers;
  const message = `message ${world.machineMessage}`;
  expect(world.heardBy(nine)).toEqual([message, 'opted-out']);
  expect(world.heardBy(five)).toEqual([message, message]);
  expect(world.callsTo(nine)[0]?.heard.at(-1)?.ms).toBeGreaterThan(2_400);
  const blocked = await world.ask<{ phone: string }>('SELECT phone FROM do_not_call');
  expect(blocked.map(({ phone }) => `+${phone}`)).toEqual([nine]);
  expect(double.calls.live()).toEqual([]);
  await stop();
  await world.end();
});

test('a person who hangs up, at any moment, counts as a person and is not called again, and no call is left up', async () => {
  const moments = [1, 40, 90, 130, 200, 400, 700, 1_000, 1_390, 1_500, 2_200, 2_400];
  const callees = moments.map((hangsUpAfter): Callee => ({ hangsUpAfter }));
  callees.push({ hangsUpAfter: 300, detected: 'machine_end_beep', detectedAfter: 200 });
  const world = await callingByTwilio(db, site, { firstPhone: 12_123_030_000, callees });
  const { stop } = await world.begin();
  const records = await world.ended();
  expect(records.map(({ result }) => result)).toEqual([...moments.map(() => 'person'), 'machine']);
  for (const number of world.numbers) expect(world.callsTo(number).length).toBe(1);
  expect(double.calls.live()).toEqual([]);
  await until(async () => (await world.callbacksLeft()) === 0 || undefined);
  expect(await world.books()).toMatchObject({ attempts: 13, openAttempts: 0, mismatches: 0 });
  await stop();
  await world.end();
});

test('a lost response costs nothing: the webhooks name the call, and it runs to its end', async () => {
  const world = await callingByTwilio(db, site, {
    ...{ firstPhone: 12_123_040_000, callees: [{}, {}, {}, {}] },
  });
  double.callMishaps.push('cut', 'broken', null, 'too many');
  const { stop } = await world.begin();
  const records = await world.ended();
  expect(records.map(({ result }) => result)).toEqual(['person', 'person', 'person', 'person']);
  for (const number of world.numbers) {
    expect(world.callsTo(number).length).toBe(1);
    expect(world.heardBy(number)).toEqual([`message ${world.customerMessage}`]);
  }
  await stop();
  await world.end();
});

test('an instruction that was undone is sent again: nobody waits in silence', async () => {
  const world = await callingByTwilio(db, site, {
    ...{ firstPhone: 12_123_070_000, callees: [{}], customerMs: 3_000 },
  });
  double.calls.undone = 1;
  const { stop } = await world.begin();
  const [record] = await world.ended();
  expect(record?.result).toBe('person');
  expect(world.heardBy(world.numbers[0])).toEqual([`message ${world.customerMessage}`]);
  expect(world.callsTo(world.numbers[0])[0]?.changed.length).toBe(3);
  await stop();
  await world.end();
});

test('a campaign whose caller ID Twilio cannot show does not start, says why and uses up no number', async () => {
  const world = await callingByTwilio(db, site, {
    ...{ firstPhone: 12_123_050_000, callees: [{}], machineMs: null },
  });
  const refused = (code: ReasonCode) =>
    until(async () => {
      const [row] = await world.ask<{ status: number; reason: StoredReason | null }>(
        'SELECT run_status AS status, reason FROM campaign',
      );
      return (row?.status === runStatus.stopped && row.reason?.code === code) || undefined;
    });
  await world.ask("UPDATE campaign SET caller_id_type = 1, caller_id_number = ''");
  const { stop } = await world.begin();
  await refused('caller_id_not_hidden');
  await world.ask('UPDATE campaign SET caller_id_type = 0');
  await world.request();
  await refused('caller_id_missing');
  expect(await world.books()).toMatchObject({ attempts: 0 });
  await world.ask("UPDATE campaign SET caller_id_type = 2, caller_id_number = '12125550199'");
  await world.request();
  expect((await world.ended()).map(({ result }) => result)).toEqual(['person']);
  await stop();
  await world.end();
});

test('a call that another engine placed is found by its attempt and hung up', async () => {
  const callees: Callee[] = [{ rings: 25_000 }, {}];
  const world = await callingByTwilio(db, site, {
    ...{ firstPhone: 12_123_080_000, callees, customerMs: 25_000 },
  });
  const one = await world.begin();
  await until(() => world.heardBy(world.numbers[1]).length > 0 || undefined);
  await until(() => double.calls.live().length === 2 || undefined);
  const other = await world.start();
  const rows = await world.ask<{ id: string }>(
    "SELECT concat_ws('-', client_id, call_list_id, entry_id) AS id FROM attempt",
  );
  for (const { id } of rows) other.carriers.carriers.get(world.name)?.hangUp(id, simMs(0));
  const records = await world.ended();
  expect(records.map(({ result }) => result)).toEqual(['failed', 'person']);
  for (const number of world.numbers) expect(world.callsTo(number).length).toBe(1);
  expect(double.calls.live()).toEqual([]);
  await Promise.all([one.stop(), other.stop()]);
  await world.end();
});

test('at a shutdown all calls are hung up', async () => {
  const callees: Callee[] = [{}, { rings: 20_000 }, { detected: null }];
  const world = await callingByTwilio(db, site, {
    ...{ firstPhone: 12_123_060_000, callees, customerMs: 20_000 },
  });
  const { stop } = await world.begin();
  await until(() => world.heardBy(world.numbers[0]).length > 0 || undefined);
  await until(() => double.calls.live().length === 3 || undefined);
  await stop();
  await until(() => double.calls.live().length === 0 || undefined);
  // The one that answered is recorded as that.
  expect((await world.records()).map(({ result }) => result)).toEqual([
    ...['person', 'unknown', 'unknown'],
  ]);
  await world.end();
});
