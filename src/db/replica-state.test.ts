import { expect, test } from 'vitest';
import { ReplicaLag, replicaProblem } from './replica-state.ts';

const position = (more = {}) => ({ systemIdentifier: '7', inRecovery: false, at: 100n, ...more });

test('a standby of the same database can be read, and nothing else', () => {
  expect(replicaProblem(position(), position({ inRecovery: true }))).toBeUndefined();
  expect(replicaProblem(position(), position())).toBe('not_a_standby');
  const other = position({ systemIdentifier: '8', inRecovery: true });
  expect(replicaProblem(position(), other)).toBe('other_database');
});

test('the data is as of the last place of the database that the standby has reached', () => {
  const lag = new ReplicaLag();
  expect(lag.note(100n, 90n, 1)).toBeUndefined();
  expect(lag.note(200n, 100n, 2)).toBe(1);
  expect(lag.note(200n, 199n, 3)).toBe(1);
  expect(lag.note(300n, 250n, 4)).toBe(3);
});

test('a standby that receives nothing more stays as of then, however long', () => {
  const lag = new ReplicaLag();
  expect(lag.note(100n, 100n, 1)).toBe(1);
  for (let time = 2; time < 5_000; time += 1) {
    expect(lag.note(BigInt(100 + time), 100n, time)).toBe(1);
  }
  expect(lag.note(6_000n, 6_000n, 5_000)).toBe(5_000);
});
