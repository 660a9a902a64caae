import { expect, test } from 'vitest';
import type { CarrierState } from '#contract/carrier.ts';
import { carrierWords } from './carrier-words.ts';
import { formatLocalTime, formatMarkedTime } from './local-time.ts';

const trunk: CarrierState = {
  name: 'trunk-1',
  kind: 'asterisk',
  connected: true,
  since: '2026-11-20T15:41:00Z',
  detail: '',
  detailCodes: [],
};
const words = (given: Partial<CarrierState>) =>
  carrierWords({ ...trunk, ...given }, formatMarkedTime);

test('a carrier is named with its connection, since when it is disconnected, and why', () => {
  expect(words({})).toBe('Carrier trunk-1 connected');
  expect(words({ detail: 'On 1 of 2 engines only.' })).toBe(
    'Carrier trunk-1 connected. On 1 of 2 engines only.',
  );
  expect(words({ connected: false, detail: 'Twilio cannot be reached.' })).toBe(
    'Carrier trunk-1 disconnected since 10:41 AM ET. Twilio cannot be reached.',
  );
  // On a screen that names the zone.
  expect(carrierWords({ ...trunk, connected: false }, formatLocalTime)).toBe(
    'Carrier trunk-1 disconnected since 10:41 AM',
  );
});

test('the simulated carrier is never called connected, and without an engine it says so', () => {
  expect(words({ kind: 'simulated' })).toBe('Simulated carrier');
  const detail = 'No engine is running.';
  expect(words({ kind: 'simulated', connected: false, since: null, detail })).toBe(
    'Simulated carrier disconnected. No engine is running.',
  );
});
