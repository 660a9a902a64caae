import { expect, test } from 'vitest';
import { sqlNamesBreaches } from './sql-names-rule.ts';

const breachesOf = (file: string, source: string) => sqlNamesBreaches(new Map([[file, source]]));
const query = 'src/db/queries/campaign.ts';

test.each([
  ['run_status = 3'],
  ['c.run_status <> 1'],
  ['run_status IN (2'],
  ['l.status_id >= 3'],
  ['status_id NOT IN (5'],
  ['campaign_type = 3'],
])('a status is named in SQL: %s', (sql) => {
  const found = sql.replace(/^\w\./, '');
  expect(breachesOf(query, `tx.run(\`SELECT FROM t WHERE ${sql}\`)`)).toEqual([
    `${query}: "${found}"; write a name of the contract, as runStatus.running`,
  ]);
  const named = sql.replace(/\d$/, '$${status}');
  expect(breachesOf(query, `tx.run(\`SELECT FROM t WHERE ${named}\`)`)).toEqual([]);
});

test('the state of an entry is named in SQL, and other states are no matter of it', () => {
  const instead = 'write entryState of src/db/entry-states.ts';
  expect(breachesOf(query, 'WHERE e.state = 0')).toEqual([`${query}: "e.state = 0"; ${instead}`]);
  expect(breachesOf(query, 'SET state = 1, x')).toEqual([`${query}: "SET state = 1"; ${instead}`]);
  expect(breachesOf(query, 'let state = 1;')).toEqual([]);
});

test('whether an attempt is in flight is declared in one file', () => {
  const sql = 'a.finished_at IS NULL AND a.receipt_until IS NULL';
  expect(breachesOf(query, sql)).toEqual([
    `${query}: "receipt_until IS"; write inFlight, awaitsReceipt or isAccepted of src/db/attempt-states.ts`,
  ]);
  expect(breachesOf('src/db/attempt-states.ts', sql)).toEqual([]);
});

test('the check of a lease is declared in one file', () => {
  const check = 'engine_id = $3 AND fence = $4';
  const use =
    'use holdsLease of src/db/queries/lease-check.ts, or isLease of src/db/lease-states.ts';
  expect(breachesOf(query, check)).toEqual([`${query}: "fence = $"; ${use}`]);
  expect(breachesOf(query, 'l.until > clock_timestamp()')).toEqual([
    `${query}: "l.until > clock_timestamp"; write stands or ranOut of src/db/lease-states.ts`,
  ]);
  expect(breachesOf('src/db/lease-states.ts', check)).toEqual([]);
});

test('tests may write numbers', () => {
  expect(breachesOf('test/engine/edit.test.ts', 'run_status = 1')).toEqual([]);
});
