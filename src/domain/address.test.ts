import { expect, test } from 'vitest';
import { networkOf } from './address.ts';

test('an IPv4 address counts alone, however it is written', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
});

test('the addresses of one IPv6 /64 count as one', () => {
  const network = networkOf('2001:db8:0:7::1');
  expect(network).toBe('2001:db8:0:7::/64');
  expect(networkOf('2001:0DB8:0000:0007:aaaa:bbbb:cccc:dddd')).toBe(network);
  expect(networkOf('2001:db8:0:8::1')).not.toBe(network);
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
});
