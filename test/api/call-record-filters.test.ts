import { describe, expect, test } from 'vitest';
import { callRecordWorld } from './call-record-world.ts';

const { spring, autumn, ask, records, names } = await callRecordWorld();

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

test('a manager tries 30 different SSNs an hour, and the same one as often as needed', async () => {
  const guess = (ssn: string) => ask('cdr', { skip: 0, numRows: 10, filters: { ssn } });
  for (let n = 0; n < 40 && (await guess(String(1_000 + n))).status === 200; n += 1);
  const refused = await guess('9999');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
  expect((await guess('1000')).status).toBe(200);
});
