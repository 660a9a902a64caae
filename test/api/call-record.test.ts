import { describe, expect, test } from 'vitest';
import type { CallRecord } from '../../src/contract/call-record.ts';
import { testApi } from '../harness/api.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);
const { vault } = api.deps;
const client = await makeClient(db);
const other = await makeClient(db);
const manager = await api.signIn(client);
const spring = await makeCampaign(db, client.clientId, { name: 'Spring' });
const autumn = await makeCampaign(db, client.clientId, { name: 'Autumn' });
const foreign = await makeCampaign(db, other.clientId, { name: 'Foreign' });

await addCallRecords(db, client.clientId, vault, [
  {
    lastName: 'Steinberg',
    startedAt: '2026-11-20T15:00:00Z',
    duration: 30,
    campaignId: spring,
    campaignName: 'Spring',
    phone: '13025550148',
    callerId: '12125550100',
    callerIdType: 2,
    callType: 'Transfer',
    ssn: '123-45-6789',
    dateOfBirth: '03/14/1968',
    externalId: '100%_a\\b',
    zipCode: '19804-2317',
    stateCode: 'DE',
  },
  {
    lastName: 'MÜLLER',
    firstName: 'Zoë',
    middleName: 'Quinn',
    city: 'Wilmington',
    startedAt: '2026-11-20T14:00:00.500Z',
    answeredAt: null,
    finishedAt: '2026-11-20T14:00:30Z',
    duration: 0,
    billedDuration: 0,
    cost: 0,
    minuteCost: 15_000,
    campaignId: autumn,
    campaignName: 'Autumn',
    callListName: 'September list',
    phone: '14105550111',
    ssn: '987-65-4321',
    dateOfBirth: '1975-01-02',
    externalId: '100 and more',
  },
  {
    lastName: 'Oldest',
    startedAt: '2026-08-01T00:00:00Z',
    answeredAt: '2026-08-01T00:00:10Z',
    finishedAt: '2026-08-01T00:03:10Z',
    duration: 180,
    campaignId: 999_999,
    phone: '16095550122',
  },
]);
await addCallRecords(db, other.clientId, vault, [
  { lastName: 'Steinberg', phone: '13025550148', ssn: '123-45-6789', dateOfBirth: '03/14/1968' },
]);

function ask(path: 'cdr' | 'cdrcount', body: object) {
  return manager.post(`/api/reports/${path}`, body);
}

async function records(filters: object): Promise<{ total: number; rows: CallRecord[] }> {
  const answer = await ask('cdr', { filters });
  expect(answer.status, answer.text).toBe(200);
  return answer.json();
}

async function names(filters: object): Promise<string[]> {
  const { total, rows } = await records(filters);
  const counted = await ask('cdrcount', { filters });
  expect(counted.text).toBe(String(total));
  return rows.map(({ lastName }) => lastName);
}

async function refusal(filters: object) {
  const answer = await ask('cdr', { filters });
  expect(answer.status).toBe(422);
  return answer.json<{ detail: string }>().detail;
}

describe('the call detail report', () => {
  test('answers the newest records first, of this client only, in dollars and masked', async () => {
    const { total, rows } = await records({});
    expect(total).toBe(3);
    expect(rows.map(({ lastName }) => lastName)).toEqual(['Steinberg', 'MÜLLER', 'Oldest']);
    expect(rows[0]).toMatchObject({
      phoneNumber: '13025550148',
      startTime: '2026-11-20T15:00:00.000Z',
      minuteCost: 0.0145,
      cost: 0.01015,
      callTypeName: 'Transfer',
      callerIdTypeName: 'Single Caller Id',
      campaignName: 'Spring',
      ssn: '***-**-6789',
      dateOfBirth: '**/**/1968',
    });
    expect(rows[1]?.answerTime).toBeNull();
    expect(rows[2]?.ssn).toBe('');
  });

  test('numRows is the page size and total counts beyond it', async () => {
    const answer = await ask('cdr', { numRows: 2, clientId: client.clientId });
    const { total, rows } = answer.json<{ total: number; rows: CallRecord[] }>();
    expect([total, rows.length]).toEqual([3, 2]);
  });

  test('the count is the exact number as plain text', async () => {
    const answer = await ask('cdrcount', { numRows: 10 });
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(answer.text).toBe('3');
  });
});

describe('filters', () => {
  test('a keyword is contained anywhere and its case is ignored, accents included', async () => {
    expect(await names({ lastName: 'STEIN' })).toEqual(['Steinberg']);
    expect(await names({ lastName: 'müll' })).toEqual(['MÜLLER']);
    expect(await names({ firstName: 'ZOË' })).toEqual(['MÜLLER']);
    expect(await names({ middleName: 'uin', city: 'ilming' })).toEqual(['MÜLLER']);
    expect(await names({ zipCode: '4-23', state: 'de' })).toEqual(['Steinberg']);
    expect(await names({ lastName: 'e' })).toEqual(['Steinberg', 'MÜLLER', 'Oldest']);
  });

  test('%, _ and \\ in a keyword are themselves', async () => {
    expect(await names({ lastName: '%' })).toEqual([]);
    expect(await names({ lastName: '_' })).toEqual([]);
    expect(await names({ externalId: '100%' })).toEqual(['Steinberg']);
    expect(await names({ externalId: '%_a\\' })).toEqual(['Steinberg']);
    expect(await names({ externalId: "'; DROP TABLE call_record; --" })).toEqual([]);
  });

  test('a telephone number is found however it is punctuated', async () => {
    expect(await names({ phoneNumber: '(302) 555-0148' })).toEqual(['Steinberg']);
    expect(await names({ phoneNumber: '5550' })).toEqual(['Steinberg', 'MÜLLER', 'Oldest']);
    expect(await names({ callerId: '212-555' })).toEqual(['Steinberg']);
    expect(await names({ phoneNumber: '%' })).toEqual([]);
  });

  test('both ends of a date range count', async () => {
    const between = (beginDateTime: string, endDateTime: string) => ({
      filterName: { type: 1 },
      beginDateTime,
      endDateTime,
    });
    const exactly = between('2026-11-20T14:00:00.500Z', '2026-11-20T15:00:00Z');
    expect(await names({ startTime: exactly })).toEqual(['Steinberg', 'MÜLLER']);
    const inZone = between('2026-11-20T10:00:00-05:00', '2026-11-20T23:59:59-05:00');
    expect(await names({ startTime: inZone })).toEqual(['Steinberg']);
    expect(
      await names({ answerTime: between('2026-11-20T15:00:10Z', '2026-11-20T15:00:10Z') }),
    ).toEqual(['Steinberg']);
    expect(
      await names({ finishTime: between('2026-11-20T14:00:00Z', '2026-11-20T14:00:30Z') }),
    ).toEqual(['MÜLLER']);
  });

  test('a date range may have any year and any offset of ISO 8601', async () => {
    const range = { beginDateTime: '0000-01-01T00:00:00Z', endDateTime: '9999-12-31T23:59:59Z' };
    for (const column of ['startTime', 'answerTime', 'finishTime']) {
      const all = await records({ [column]: range });
      expect(all.total).toBe(column === 'answerTime' ? 2 : 3);
    }
    const day = {
      beginDateTime: '2026-11-20T23:59:00+23:59',
      endDateTime: '2026-11-19T15:30:00-23:00',
    };
    expect(await names({ startTime: day })).toEqual(['MÜLLER']);
  });

  test('both ends of a number or currency range count, currency to the micro-dollar', async () => {
    expect(await names({ duration: { filterName: { type: 2 }, begin: 30, end: 180 } })).toEqual([
      'Steinberg',
      'Oldest',
    ]);
    expect(await names({ billedDuration: { begin: 0, end: 0 } })).toEqual(['MÜLLER']);
    expect(await names({ duration: { begin: -9e15, end: 9e15 } })).toHaveLength(3);
    expect(await names({ cost: { begin: 0.01015, end: 0.01015 } })).toEqual([
      'Steinberg',
      'Oldest',
    ]);
    expect(await names({ minuteCost: { begin: 0.0145001, end: 0.015 } })).toEqual(['MÜLLER']);
    expect(await names({ cost: { begin: 0.0101501, end: 1e300 } })).toEqual([]);
  });

  test('constrained keywords match the whole choice', async () => {
    expect(await names({ callTypeName: 'Transfer' })).toEqual(['Steinberg']);
    expect(await names({ callerIdTypeName: 'Single Caller Id' })).toEqual(['Steinberg']);
    expect(await names({ callerIdTypeName: 'None' })).toEqual(['MÜLLER', 'Oldest']);
    expect(await names({ campaignName: 'Autumn' })).toEqual(['MÜLLER']);
    expect(await names({ campaignName: 'Autu' })).toEqual([]);
    expect(await names({ calllistName: 'September list' })).toEqual(['MÜLLER']);
  });

  test('campaigns are chosen by id, as numbers or as the keys of a map', async () => {
    expect(await names({ campaigns: [spring] })).toEqual(['Steinberg']);
    expect(await names({ campaigns: [String(spring), autumn] })).toEqual(['Steinberg', 'MÜLLER']);
  });

  test('an SSN is found whole or by its last four digits, and by no other part', async () => {
    expect(await names({ ssn: '123-45-6789' })).toEqual(['Steinberg']);
    expect(await names({ ssn: '123456789' })).toEqual(['Steinberg']);
    expect(await names({ ssn: '4321' })).toEqual(['MÜLLER']);
    expect(await names({ ssn: '123' })).toEqual([]);
    expect(await names({ ssn: 'none' })).toEqual([]);
  });

  test('a date of birth is found whole or by its year', async () => {
    expect(await names({ dateOfBirth: '03/14/1968' })).toEqual(['Steinberg']);
    expect(await names({ dateOfBirth: '1968-03-14' })).toEqual(['Steinberg']);
    expect(await names({ dateOfBirth: '1975' })).toEqual(['MÜLLER']);
    expect(await names({ dateOfBirth: '03/14' })).toEqual([]);
  });

  test('several filters hold together', async () => {
    expect(await names({ lastName: 'e', campaigns: [autumn], city: 'WIL' })).toEqual(['MÜLLER']);
    expect(await names({ lastName: 'stein', campaigns: [autumn] })).toEqual([]);
  });
});

describe('refusals', () => {
  const incomplete = 'Attempting to apply an incomplete filter!';
  const day = '2026-11-20T00:00:00Z';

  test.each([
    ['an empty keyword', { lastName: ' ' }],
    ['a keyword that is null', { lastName: null }],
    ['no campaign', { campaigns: [] }],
    ['a range without an end', { duration: { filterName: { type: 2 }, begin: 1 } }],
    ['a date range without a begin', { startTime: { endDateTime: day } }],
    ['an empty date', { startTime: { beginDateTime: '', endDateTime: day } }],
    ['a range that is null', { cost: null }],
    ['no choice', { callTypeName: '' }],
  ])('%s is an incomplete filter', async (_, filters) => {
    expect(await refusal(filters)).toBe(incomplete);
  });

  test('a wrong filter says what is wrong with it', async () => {
    expect(await refusal({ nosuch: 'x' })).toBe('Column data was undefined!');
    expect(
      await refusal({
        startTime: { filterName: { type: 2 }, beginDateTime: day, endDateTime: day },
      }),
    ).toBe('Filter type is undefined!');
    expect(await refusal({ duration: { begin: 2, end: 1 } })).toBe(
      'The first value of a range must not be above the second.',
    );
    expect(await refusal({ callTypeName: 'Inbound' })).toBe(
      '"filters.callTypeName" must be one of Outbound, Transfer, Text.',
    );
    expect(await refusal({ startTime: { beginDateTime: 'yesterday', endDateTime: day } })).toBe(
      '"filters.startTime.beginDateTime" is not a date and time in ISO 8601.',
    );
  });

  test("another client's campaign is not there, and another clientId is refused", async () => {
    expect((await ask('cdr', { filters: { campaigns: [foreign] } })).status).toBe(404);
    expect((await ask('cdrcount', { filters: { campaigns: [String(foreign)] } })).status).toBe(404);
    expect((await ask('cdr', { clientId: other.clientId })).status).toBe(403);
  });

  test('a page has at most 500 rows', async () => {
    expect((await ask('cdr', { numRows: 501 })).status).toBe(422);
  });
});
