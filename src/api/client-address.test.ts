import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { clientAddresses } from './client-address.ts';

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
