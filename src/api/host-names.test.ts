import { expect, test } from 'vitest';
import { hostNameOf, isKnownHost, isOwnOrigin, knownHosts } from './host-names.ts';

const known = knownHosts(['Calls.Example.com'], 'https://carillon.example.com/base');

test('without names every host is accepted, and with them only those, addresses and localhost', () => {
  expect(
    isKnownHost(hostNameOf('evil.example'), knownHosts([], 'https://carillon.example.com')),
  ).toBe(true);
  for (const host of [
    ...['calls.example.com', 'CALLS.example.com:4400', 'carillon.example.com'],
    ...['127.0.0.1:4400', '[::1]:4400', '10.1.2.3', 'localhost:4400'],
  ]) {
    expect(isKnownHost(hostNameOf(host), known), host).toBe(true);
  }
  for (const host of [
    ...['evil.example', 'carillon.example.com.evil.example', 'localhost.evil.example', ''],
    ...['carillon.example.com@evil.example', '127.0.0.1.evil.example', undefined],
  ]) {
    expect(isKnownHost(hostNameOf(host), known), String(host)).toBe(false);
  }
});

test('a page of another origin opens no WebSocket, a program may', () => {
  expect(isOwnOrigin(undefined, 'any.example', known)).toBe(true);
  expect(isOwnOrigin('http://127.0.0.1:4400', '127.0.0.1:4400', known)).toBe(true);
  // Behind a proxy that passes another Host on.
  expect(isOwnOrigin('https://carillon.example.com', '127.0.0.1:4400', known)).toBe(true);
  expect(isOwnOrigin('https://evil.example', '127.0.0.1:4400', known)).toBe(false);
  expect(isOwnOrigin('https://evil.example', 'carillon.example.com', known)).toBe(false);
  expect(isOwnOrigin('null', 'carillon.example.com', known)).toBe(false);
  expect(isOwnOrigin('file://carillon.example.com', 'carillon.example.com', known)).toBe(false);
});
