import { beforeAll, describe, expect, test } from 'vitest';
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
    const answer = await edit(broadcast(given));
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json()).toMatchObject({
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
    ['agentCount', { agentCount: 1.5 }, 'The agent count must be a number above 0.'],
    ['agentCount', { agentCount: 10_001 }, 'The agent count can be at most 10,000.'],
    ['linkbackNumber', { linkbackNumber: undefined }, 'A phone number is required'],
    ['agentCount', { agentCount: 0 }, 'The agent count must be a number above 0.'],
    ['linkbackNumber', { linkbackNumber: '' }, 'A phone number is required'],
    ['linkbackNumber', { linkbackNumber: '555' }, 'A phone number must have 10 digits'],
  ])('of a Linkback: %s %j', async (path, given, message) => {
    const answer = await edit(linkback(given), 'linkback');
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json()).toMatchObject({ detail: message, errors: [{ path, message }] });
  });

  test('a number that nobody can have is refused', async () => {
    expect((await edit(broadcast({ callerIdNumber: '(102) 555-0148' }))).status).toBe(422);
  });

  test('weekdays must be seven digits of 0 or 1', async () => {
    expect((await edit(broadcast({ startWeekdays: '00000' }))).status).toBe(422);
  });
});
