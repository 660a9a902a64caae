import { expect, test } from 'vitest';
import { numberHref } from './number-link.ts';

test('a number leads to its own screen, however it is written', () => {
  for (const text of ['13025550148', '3025550148', '(302) 555-0148', '+1 302.555.0148']) {
    expect(numberHref(text)).toBe('/main/number/13025550148');
  }
});

test('anything but a number leads nowhere', () => {
  for (const text of ['', '72345', '+442071234567', '123', 'Broadcast']) {
    expect(numberHref(text)).toBeUndefined();
  }
});
