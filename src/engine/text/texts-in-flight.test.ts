import { expect, test } from 'vitest';
import { realMs } from '#domain/milliseconds.ts';
import { createTextsInFlight } from './texts-in-flight.ts';

const phone = '13035550100';

test('a receipt waits while a text to its number is in flight, and no other receipt does', () => {
  const texts = createTextsInFlight();
  const event = { phone };
  expect(texts.holds(event)).toBe(false);
  texts.add([phone, phone]);
  expect(texts.holds(event)).toBe(true);
  expect(texts.holds({ phone: '13035550101' })).toBe(false);
  texts.delete([phone]);
  expect(texts.holds(event)).toBe(true);
  texts.delete([phone]);
  expect(texts.holds(event)).toBe(false);
});

test('a receipt waits for 5 s at most, whatever became of the text', () => {
  let now = realMs(0);
  const texts = createTextsInFlight(() => now);
  const event = { phone };
  texts.add([phone]);
  expect(texts.holds(event)).toBe(true);
  now = realMs(4_999);
  expect(texts.holds(event)).toBe(true);
  now = realMs(5_000);
  expect(texts.holds(event)).toBe(false);
  // One that comes now has its own time.
  expect(texts.holds({ phone })).toBe(true);
});

test('a receipt that says that the person opted out never waits', () => {
  const texts = createTextsInFlight();
  texts.add([phone]);
  expect(texts.holds({ phone, optedOut: true })).toBe(false);
});
