import { expect, test, vi } from 'vitest';
import { realMs } from '#domain/milliseconds.ts';
import { createLeaseHolds } from './lease-holds.ts';
import { steadyClock } from './steady-clock.ts';

const lease = { clientId: 1, campaignId: 2, fence: 3 };

function holdsOf(leaseSeconds = 8) {
  let now = 1_000;
  const holds = createLeaseHolds(leaseSeconds, () => realMs(now));
  return {
    ...holds,
    pass(ms: number) {
      now += ms;
    },
  };
}

test('a lease is sure from the question to the database until shortly before its end', () => {
  const { of, confirm, now, pass } = holdsOf();
  expect(of(lease).isSure()).toBe(false);
  confirm([lease], now(), [lease]);
  const hold = of(lease);
  pass(6_900);
  expect(hold.isSure()).toBe(true);
  pass(200);
  expect(hold.isSure()).toBe(false);
});

test('what was claimed under a lease stays sure while it is prolonged without a gap', () => {
  const { of, confirm, now, pass } = holdsOf();
  confirm([lease], now(), [lease]);
  const hold = of(lease);
  for (let n = 0; n < 5; n += 1) {
    pass(6_000);
    confirm([lease], now(), [lease]);
  }
  expect(hold.isSure()).toBe(true);
  pass(6_000);
  confirm([lease], now(), []);
  pass(2_000);
  expect(hold.isSure()).toBe(false);
});

test('what was claimed before a lease ran out is never sure again, though the lease is', () => {
  const { of, confirm, now, pass } = holdsOf();
  confirm([lease], now(), [lease]);
  const before = of(lease);
  const asked = now() + 7_990;
  pass(8_010);
  // Requested in time, but the response came too late to be sure.
  confirm([lease], realMs(asked), [lease]);
  expect(before.isSure()).toBe(false);
  expect(of(lease).isSure()).toBe(true);
});

test('a lease of another fence, or one that does not stand any more, is not sure', () => {
  const { of, confirm, now } = holdsOf();
  confirm([lease], now(), [lease]);
  const hold = of(lease);
  expect(of({ ...lease, fence: 4 }).isSure()).toBe(false);
  confirm([], now(), []);
  expect(of(lease).isSure()).toBe(false);
  // Nor is what was claimed under it.
  expect(hold.isSure()).toBe(false);
});

test('a lease that was taken without a response is sure only after it was prolonged', () => {
  const { of, confirm, now, pass } = holdsOf();
  // Taken two seconds ago, by a transaction whose commit was not confirmed.
  pass(2_000);
  confirm([lease], now(), []);
  expect(of(lease).isSure()).toBe(false);
  confirm([lease], now(), [lease]);
  expect(of(lease).isSure()).toBe(true);
});

test('nothing is submitted under a released lease', () => {
  const { of, confirm, now, end } = holdsOf();
  confirm([lease], now(), [lease]);
  const hold = of(lease);
  end({ ...lease, fence: 2 });
  expect(hold.isSure()).toBe(true);
  end(lease);
  expect([hold.isSure(), of(lease).isSure()]).toEqual([false, false]);
});

test('a lease runs out while the machine sleeps', () => {
  let [steady, timeOfDay] = [500, 1_700_000_000_000];
  const clock = steadyClock(
    () => steady,
    () => timeOfDay,
  );
  const { of, confirm } = createLeaseHolds(8, clock);
  confirm([lease], clock(), [lease]);
  const hold = of(lease);
  steady += 3_000;
  timeOfDay += 3_050;
  expect(hold.isSure()).toBe(true);
  timeOfDay += 60_000;
  expect(hold.isSure()).toBe(false);
  // Put back afterwards, and the lease is no longer for it.
  timeOfDay -= 3_600_000;
  expect(hold.isSure()).toBe(false);
});

test('a time of day that is put back makes no lease longer', async () => {
  const { of, confirm, now } = createLeaseHolds(0.05);
  confirm([lease], now(), [lease]);
  const hold = of(lease);
  expect(hold.isSure()).toBe(true);
  const putBack = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(hold.isSure()).toBe(false);
  putBack.mockRestore();
});
