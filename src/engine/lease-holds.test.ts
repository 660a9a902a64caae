import { expect, test, vi } from 'vitest';
import { createLeaseHolds } from './lease-holds.ts';

const lease = { clientId: 1, campaignId: 2, fence: 3 };

function holdsOf(leaseSeconds = 8) {
  let now = 1_000;
  const holds = createLeaseHolds(leaseSeconds, () => now);
  return {
    ...holds,
    pass(ms: number) {
      now += ms;
    },
  };
}

test('a lease is sure from the question to the database until shortly before its end', () => {
  const { of, stand, now, pass } = holdsOf();
  expect(of(lease).isSure()).toBe(false);
  stand([lease], now(), false);
  const hold = of(lease);
  pass(6_900);
  expect(hold.isSure()).toBe(true);
  pass(200);
  expect(hold.isSure()).toBe(false);
});

test('what was claimed under a lease stays sure while it is prolonged without a gap', () => {
  const { of, stand, now, pass } = holdsOf();
  stand([lease], now(), false);
  const hold = of(lease);
  for (let n = 0; n < 5; n += 1) {
    pass(6_000);
    stand([lease], now(), true);
  }
  expect(hold.isSure()).toBe(true);
  pass(6_000);
  stand([lease], now(), false);
  pass(2_000);
  expect(hold.isSure()).toBe(false);
});

test('what was claimed before a lease ran out is never sure again, though the lease is', () => {
  const { of, stand, now, pass } = holdsOf();
  stand([lease], now(), false);
  const before = of(lease);
  const asked = now() + 7_990;
  pass(8_010);
  // Asked in time, and answered too late to know that it was.
  stand([lease], asked, true);
  expect(before.isSure()).toBe(false);
  expect(of(lease).isSure()).toBe(true);
});

test('a lease of another fence, or one that does not stand any more, is not sure', () => {
  const { of, stand, now } = holdsOf();
  stand([lease], now(), false);
  expect(of({ ...lease, fence: 4 }).isSure()).toBe(false);
  stand([], now(), true);
  expect(of(lease).isSure()).toBe(false);
});

test('a time of day that is put back makes no lease longer', async () => {
  const { of, stand, now } = createLeaseHolds(0.05);
  stand([lease], now(), true);
  const hold = of(lease);
  expect(hold.isSure()).toBe(true);
  const putBack = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(hold.isSure()).toBe(false);
  putBack.mockRestore();
});
