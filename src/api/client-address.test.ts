import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { clientAddresses, plainFromOutside } from './client-address.ts';

function from(
  remoteAddress: string,
  forwarded?: string,
): Pick<IncomingMessage, 'headers' | 'socket'> {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { headers, socket: { remoteAddress } as IncomingMessage['socket'] };
}

test('a stranger cannot say who he is, a trusted proxy can', () => {
  const trusting = clientAddresses(['10.0.0.0/8', 'fd00::1']);
  expect(clientAddresses()(from('10.0.0.1', '1.2.3.4'))).toBe('10.0.0.1');
  expect(trusting(from('9.9.9.9', '1.2.3.4'))).toBe('9.9.9.9');
  expect(trusting(from('10.0.0.1', '1.2.3.4'))).toBe('1.2.3.4');
  expect(trusting(from('::ffff:10.0.0.1', '1.2.3.4'))).toBe('1.2.3.4');
  expect(trusting(from('fd00::1', '6.6.6.6, 1.2.3.4, 10.7.7.7'))).toBe('1.2.3.4');
});

test('a header that holds no address says nothing', () => {
  const trusting = clientAddresses(['10.0.0.0/8']);
  expect(trusting(from('10.0.0.1', 'Ann'))).toBe('10.0.0.1');
  expect(trusting(from('10.0.0.1'))).toBe('10.0.0.1');
});

const asked = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ headers, socket: { remoteAddress } }) as unknown as Parameters<
    ReturnType<typeof plainFromOutside>
  >[0];

test('plain http comes from this machine, private networks and the same wire, and from nowhere else', () => {
  const outside = plainFromOutside();
  for (const near of [
    '127.0.0.1',
    '::1',
    '::ffff:10.1.2.3',
    '192.168.4.4',
    'fd00::7',
    'fe80::1%eth0',
  ])
    expect(outside(asked(near)), near).toBe(false);
  for (const far of ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8::1', '172.32.0.1'])
    expect(outside(asked(far)), far).toBe(true);
  // Whoever is no proxy of ours cannot claim https.
  expect(outside(asked('203.0.113.7', { 'x-forwarded-proto': 'https' }))).toBe(true);
});

test('a trusted proxy says how it was asked, and from where', () => {
  const outside = plainFromOutside(['198.51.100.1', '127.0.0.1']);
  const proxied = (proto: string, address: string) =>
    outside(asked('198.51.100.1', { 'x-forwarded-proto': proto, 'x-forwarded-for': address }));
  expect(proxied('https', '203.0.113.7')).toBe(false);
  expect(proxied('http', '203.0.113.7')).toBe(true);
  // The sender's own word stands left of the proxy's.
  expect(proxied('https, http', '203.0.113.7')).toBe(true);
  expect(proxied('http', '10.0.0.9')).toBe(false);
});
