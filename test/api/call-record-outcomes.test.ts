/** Beyond the 22 columns: outcomes, the order over all records, totals, chart and story. */
import { describe, expect, test } from 'vitest';
import { type CallOutcome, callOutcomes, outcomesOf } from '../../src/contract/call-outcome.ts';
import type { CallRecord } from '../../src/contract/call-record.ts';
import { sortableColumns } from '../../src/contract/call-record-columns.ts';
import type { CallRecordStory } from '../../src/contract/call-record-story.ts';
import type { CallRecordSummary } from '../../src/contract/call-record-summary.ts';
import { recordMark } from '../../src/db/record-outcome.ts';
import type { CallResult } from '../../src/domain/call-result.ts';
import { type ReportFilters, toWire } from '../../src/web/features/call-record/report-filter.ts';
import { filtersOfTotal, totalIds } from '../../src/web/features/call-record/total-filters.ts';
import { testApi } from '../harness/api.ts';
import { addCallRecords, type CallRecordFixture } from '../harness/call-records.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const other = await makeClient(db);
const manager = await api.signIn(client);
const stranger = await api.signIn(other);

const { optedOut, replied, accepted } = recordMark;
const text = { callType: 'Text', duration: 0, billedDuration: 0, cost: 0 } as const;
const ended: [CallOutcome, CallResult, CallRecordFixture][] = [
  ['person', 'person', { keyPressed: '1', messageVersion: 7, duration: 115, billedDuration: 120 }],
  ['machine', 'machine', { messageVersion: 3, lastName: 'abbott' }],
  ['no_answer', 'no_answer', { answeredAt: null, duration: 0, billedDuration: 0, cost: 0 }],
  ['busy', 'busy', { answeredAt: null, duration: 0, lastName: 'Ábel' }],
  ['failed', 'failed', { answeredAt: null, carrierWords: 'This number does not exist (SIP 404).' }],
  ['abandoned', 'person', { abandoned: true, keyPressed: '1', marks: optedOut }],
  ['opted_out', 'person', { marks: optedOut, keyPressed: '9' }],
  ['unknown', 'unknown', { answeredAt: null, marks: optedOut, callListId: 77 }],
  ['sent', 'unknown', { ...text, marks: accepted }],
  ['delivered', 'delivered', text],
  ['replied', 'delivered', { ...text, marks: replied }],
  ['opted_out', 'delivered', { ...text, marks: optedOut | replied }],
  ['failed', 'failed', { ...text, marks: replied }],
];
const first = Date.parse('2026-11-20T14:00:00Z');
await addCallRecords(
  db,
  client.clientId,
  api.deps.vault,
  ended.map(([, result, record], at) => ({
    result,
    startedAt: new Date(first + at * 60_000).toISOString(),
    phone: `1302555${String(1000 + ((at * 7) % 13))}`,
    ...record,
  })),
);
await addCallRecords(db, other.clientId, api.deps.vault, [{ keyPressed: '1' }]);

async function records(body: object): Promise<{ total: number; rows: CallRecord[] }> {
  const response = await manager.post('/api/reports/cdr', body);
  expect(response.status, response.text).toBe(200);
  return response.json();
}

async function summary(filters: object): Promise<CallRecordSummary> {
  const response = await manager.post('/api/reports/cdrsummary', { filters });
  expect(response.status, response.text).toBe(200);
  return response.json();
}

const count = async (filters: object) => (await records({ filters })).total;

describe('the outcome of a call or text', () => {
  test('is said of each record, and several can be asked for at once', async () => {
    const { rows } = await records({});
    expect(rows.map(({ outcome }) => outcome).reverse()).toEqual(ended.map(([name]) => name));
    for (const outcome of callOutcomes) {
      const expected = ended.filter(([name]) => name === outcome).length;
      expect(await count({ outcome: [outcome] }), outcome).toBe(expected);
    }
    expect(await count({ outcome: ['busy', 'no_answer', 'sent'] })).toBe(3);
    expect(await count({ outcome: ['busy'], callTypeName: 'Text' })).toBe(0);
  });

  test('refines the result: each figure of Live Monitoring is the sum of its outcomes', async () => {
    const withResult = (...results: CallResult[]) =>
      ended.filter(([, result]) => results.includes(result)).length;
    const figure = (outcomes: readonly CallOutcome[], callTypeName: string) =>
      count({ outcome: outcomes, callTypeName });
    expect(await figure(outcomesOf.person, 'Outbound')).toBe(withResult('person'));
    expect(await figure(outcomesOf.machine, 'Outbound')).toBe(withResult('machine'));
    expect(await figure(outcomesOf.noAnswer, 'Outbound')).toBe(withResult('no_answer', 'busy'));
    expect(await figure(outcomesOf.delivered, 'Text')).toBe(withResult('delivered'));
    const failed = await figure(outcomesOf.failed, 'Outbound');
    expect(failed + (await figure(outcomesOf.failed, 'Text'))).toBe(
      withResult('failed', 'unknown'),
    );
  });

  test('an unknown one, none at all and another type of filter are refused', async () => {
    for (const outcome of [['answered'], [], 'person', { begin: 1, end: 2 }]) {
      const response = await manager.post('/api/reports/cdr', { filters: { outcome } });
      expect([400, 422], JSON.stringify(outcome)).toContain(response.status);
    }
  });
});

test("keys, message versions, carrier's words and contact lists can be filtered", async () => {
  expect(await count({ keyPressed: '1' })).toBe(2);
  expect(await count({ keyPressed: '9' })).toBe(1);
  expect(await count({ messageVersion: { begin: 4, end: 9 } })).toBe(1);
  expect(await count({ carrierWords: 'does not EXIST' })).toBe(1);
  const lists = await manager.post('/api/reports/cdr', { filters: { callLists: [4711] } });
  expect(lists.status).toBe(404);
});

describe('the order', () => {
  test.each(sortableColumns)('goes over all records by %s, on the server', async (column) => {
    const all = await records({ numRows: 500 });
    const sortValue = (row: CallRecord) => {
      const value = row[column];
      return column === 'outcome' ? callOutcomes.indexOf(value as CallOutcome) : value;
    };
    const sorted = (descending: boolean) =>
      all.rows.map(sortValue).toSorted((a, b) => compare(a, b, descending));
    for (const descending of [false, true]) {
      const sort = { column, descending };
      const { rows } = await records({ numRows: 500, sort });
      expect(rows.map(sortValue)).toEqual(sorted(descending));
      const pages = [
        ...(await records({ numRows: 5, sort })).rows,
        ...(await records({ numRows: 5, sort, skip: 5 })).rows,
        ...(await records({ numRows: 5, sort, skip: 10 })).rows,
      ];
      expect(pages.map(({ recordId }) => recordId)).toEqual(rows.map(({ recordId }) => recordId));
    }
  });

  test('of sealed values is refused, and so is a column that there is not', async () => {
    for (const column of ['ssn', 'dateOfBirth', 'campaigns', 'nosuch']) {
      const response = await manager.post('/api/reports/cdr', { sort: { column } });
      expect(response.json<{ detail: string }>().detail).toContain(
        'The report cannot be sorted by this column.',
      );
    }
  });
});

const people = new Intl.Collator('en-US', { numeric: true });

/** Words as people sort them, whatever their case, and 2 before 10; nothing last. */
function compare(a: unknown, b: unknown, descending: boolean): number {
  const [none, other] = [a === null || a === '', b === null || b === ''];
  if (none || other) return Number(none) - Number(other);
  const order =
    typeof a === 'string' && typeof b === 'string'
      ? people.compare(a.toLowerCase(), b.toLowerCase())
      : Number(a) - Number(b);
  return descending ? -order : order;
}

describe('totals and chart', () => {
  test('are over the filter, whatever the page shows', async () => {
    const all = await summary({});
    expect(all).toMatchObject({
      ...{ total: 13, calls: 8, persons: 3, machines: 1 },
      ...{ texts: 5, delivered: 3, replied: 2 },
      answerRate: 0.5,
      step: 'fiveMinutes',
    });
    expect(all.minutes).toBeCloseTo((120 + 42 + 42 + 42 + 42 + 42 + 42) / 60);
    expect(all.bars.map(({ person }) => person)).toEqual([1, 3, 2]);
    expect(all.bars[0]).toEqual({
      start: '2026-11-20T14:00:00.000Z',
      end: '2026-11-20T14:05:00.000Z',
      ...{ person: 1, machine: 1, notAnswered: 2, failed: 1 },
    });
    const machines = await summary({ outcome: ['machine'] });
    expect(machines).toMatchObject({ total: 1, answerRate: 1, cost: 0.01015 });
  });

  test('open exactly what they count', async () => {
    const now = new Date(first);
    const person: ReportFilters = {
      outcome: { type: 'multiple-choice', choices: ['person', 'opted_out', 'delivered'] },
    };
    for (const filters of [{}, person]) {
      const counts = await summary(toWire(filters, now));
      const answered = counts.persons + counts.machines;
      for (const total of totalIds) {
        const count = total === 'answered' ? answered : counts[total];
        const opened = toWire(filtersOfTotal(filters, total), now);
        if (count > 0) {
          expect([total, (await records({ filters: opened })).total]).toEqual([total, count]);
        }
      }
    }
  });

  test('without records have no rate and no bars', async () => {
    expect(await summary({ lastName: 'nobody' })).toMatchObject({
      total: 0,
      answerRate: null,
      bars: [],
    });
  });

  test("refuse a zone that there is not, and another client's ids", async () => {
    const zone = await manager.post('/api/reports/cdrsummary', { timeZone: 'Mars/Olympus' });
    expect(zone.status).toBe(422);
    const foreign = await manager.post('/api/reports/cdrsummary', { clientId: other.clientId });
    expect(foreign.status).toBe(403);
  });
});

test('the story of a record is for its own client alone', async () => {
  const { rows } = await records({ filters: { keyPressed: '9' } });
  const path = `/api/reports/cdr/${rows[0]?.recordId}`;
  const story = (await manager.get(path)).json<CallRecordStory>();
  expect(story.record).toEqual(rows[0]);
  expect(story).toMatchObject({ course: null, message: null, text: null, replies: [] });
  expect((await stranger.get(path)).status).toBe(404);
  expect((await manager.get('/api/reports/cdr/1-2-3')).status).toBe(404);
  expect((await manager.get('/api/reports/cdr/1-2')).status).toBe(422);
});
