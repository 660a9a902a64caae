import { describe, expect, test } from 'vitest';
import type { CallRecord } from '../../src/contract/call-record.ts';
import { callRecordWorld } from './call-record-world.ts';

const { client, other, foreign, ask, records, refusal } = await callRecordWorld();

describe('the call detail report', () => {
  test('returns the newest records first, of this client only, in dollars and masked', async () => {
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
    const response = await ask('cdr', { numRows: 2, clientId: client.clientId });
    const { total, rows } = response.json<{ total: number; rows: CallRecord[] }>();
    expect([total, rows.length]).toEqual([3, 2]);
  });

  test('the count is the exact number as plain text', async () => {
    const response = await ask('cdrcount', { numRows: 10 });
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(response.text).toBe('3');
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
      'The first value of a range cannot be greater than the second.',
    );
    expect(await refusal({ callTypeName: 'Inbound' })).toBe(
      '"filters.callTypeName" must be one of Outbound, Transfer, Text, Voice.',
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
