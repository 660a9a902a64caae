import { beforeAll, describe, expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import type { Caller } from '../harness/caller.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { broadcast, linkback } from './campaign-bodies.ts';

const db = await freshDatabase();
const api = await testApi(db);

let manager: Caller;
beforeAll(async () => {
  manager = await api.signIn(await makeClient(db));
});

const edit = (body: unknown, type = 'broadcast') =>
  manager.post(`/api/campaign/${type}/0/edit`, body);

describe('a rule that is broken is named at its field', () => {
  test.each([
    ['name', { name: '   ' }, 'Name is Required'],
    ['name', { name: undefined }, 'Name is Required'],
    ['callsPerMinute', { callsPerMinute: 0 }, 'The calls per minute must be a number above 0.'],
    ['callsPerMinute', { callsPerMinute: -5 }, 'The calls per minute must be a number above 0.'],
    ['callsPerMinute', { callsPerMinute: 1.5 }, 'The calls per minute must be a whole number.'],
    [
      'callsPerMinute',
      { callsPerMinute: '1,5' },
      'The calls per minute must be a whole number in digits, such as 60.',
    ],
    ['callsPerMinute', { callsPerMinute: 100_001 }, 'The calls per minute can be at most 100,000.'],
    [
      'callsPerMinute',
      { callsPerMinute: undefined },
      'The calls per minute must be a number above 0.',
    ],
    ['callerIdNumber', { callerIdNumber: '' }, 'A phone number is required'],
    ['callerIdNumber', { callerIdNumber: undefined }, 'A phone number is required'],
    ['callerIdNumber', { callerIdNumber: '(302) 555-014' }, 'A phone number must have 10 digits'],
    ['callerIdTypeId', { callerIdTypeId: undefined }, 'A caller id is required'],
    ['rciBucketId', { callerIdTypeId: 3 }, 'A bucket must be used for Dynamic Caller ID'],
    [
      'rciBucketId',
      { callerIdTypeId: 3, rciBucketId: 0 },
      'A bucket must be used for Dynamic Caller ID',
    ],
    [
      'startTime',
      { startWeekdays: '1000000' },
      'An auto start time is required for the chosen weekdays',
    ],
    [
      'stopTime',
      { stopWeekdays: '0000001' },
      'An auto stop time is required for the chosen weekdays',
    ],
  ])('%s %j', async (path, given, message) => {
    const response = await edit(broadcast(given));
    expect(response.status, response.text).toBe(422);
    expect(response.json()).toMatchObject({
      code: 'rule_broken',
      detail: message,
      errors: [{ path, message }],
    });
  });

  test.each([
    ['callRatio', { callRatio: 0 }, 'The call ratio must be a number above 0.'],
    ['callRatio', { callRatio: -0.5 }, 'The call ratio must be a number above 0.'],
    ['callRatio', { callRatio: undefined }, 'The call ratio must be a number above 0.'],
    ['callRatio', { callRatio: 10.5 }, 'The call ratio can be at most 10.'],
    ['agentCount', { agentCount: 1.5 }, 'The agent count must be a whole number.'],
    ['callRatio', { callRatio: '1e1' }, 'The call ratio must be a number in digits, such as 1.5.'],
    ['agentCount', { agentCount: 10_001 }, 'The agent count can be at most 10,000.'],
    ['linkbackNumber', { linkbackNumber: undefined }, 'A phone number is required'],
    ['agentCount', { agentCount: 0 }, 'The agent count must be a number above 0.'],
    ['linkbackNumber', { linkbackNumber: '' }, 'A phone number is required'],
    ['linkbackNumber', { linkbackNumber: '555' }, 'A phone number must have 10 digits'],
  ])('of a Linkback: %s %j', async (path, given, message) => {
    const response = await edit(linkback(given), 'linkback');
    expect(response.status, response.text).toBe(422);
    expect(response.json()).toMatchObject({ detail: message, errors: [{ path, message }] });
  });

  const fraud: [number: string, message: string][] = [
    ['(900) 234-5678', 'Premium-rate numbers (900) cannot be used'],
    ['(500) 234-5678', 'Personal numbers (500 and similar codes) cannot be used'],
    ['(700) 234-5678', 'Numbers with this area code belong to a service and cannot be used'],
    ['(370) 234-5678', 'This area code is not assigned'],
    ['18762345678', 'This is a foreign number (Jamaica); your operator can allow it'],
    ['+47 22 34 56 78', 'This is not a phone number in the United States or Canada'],
  ];

  test.each(fraud)('%s is neither shown nor called: %s', async (number, message) => {
    const shown = await edit(broadcast({ callerIdNumber: number }));
    const errors = [{ path: 'callerIdNumber', message }];
    expect([shown.status, shown.json()]).toEqual([
      422,
      expect.objectContaining({ detail: message, errors }),
    ]);
    const called = await edit(linkback({ linkbackNumber: number }), 'linkback');
    expect(called.json()).toMatchObject({ errors: [{ path: 'linkbackNumber', message }] });
  });

  test('a toll-free number is shown and called; a country that the operator allows too', async () => {
    const name = 'Toll-free';
    const callerIdNumber = '(800) 234-5678';
    const tollFree = { name, callerIdNumber, linkbackNumber: '(888) 234-5678' };
    expect((await edit(linkback(tollFree), 'linkback')).status).toBe(200);
    await asPlatform(db, (tx) => tx.run(`UPDATE client SET countries = '{US,CA,JM}'`));
    const jamaica = { name: 'Jamaica', callerIdNumber: '(876) 234-5678' };
    expect((await edit(broadcast(jamaica))).status).toBe(200);
    await asPlatform(db, (tx) => tx.run(`UPDATE client SET countries = '{US,CA}'`));
  });

  test('a number that nobody can have is refused', async () => {
    expect((await edit(broadcast({ callerIdNumber: '(102) 555-0148' }))).status).toBe(422);
  });

  test('weekdays must be seven digits of 0 or 1', async () => {
    expect((await edit(broadcast({ startWeekdays: '00000' }))).status).toBe(422);
  });
});
