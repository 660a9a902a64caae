import { expect, test } from 'vitest';
import { addressOf, clockSentences, startBlock } from './start-block.ts';

const none = { any: false, used: null };
const timeZones = { version: '2026f', released: '2026-10-27', ageDays: 26, old: false };

test('the address is one that a browser on this machine takes', () => {
  expect(addressOf('127.0.0.1', 4400)).toBe('http://127.0.0.1:4400');
  expect(addressOf('0.0.0.0', 80)).toBe('http://localhost:80');
  expect(addressOf('::1', 4400)).toBe('http://[::1]:4400');
});

test('the block says where, who, and that nothing leaves the machine', () => {
  const demo = { code: 'demo', username: 'manager', password: 'secret', contactFile: '/d/c.csv' };
  const clock = ["The simulation's clock shows noon."];
  const where = { host: '127.0.0.1', port: 4400, roles: ['api'], hasConsole: true };
  const block = startBlock({ ...where, demo, real: none, clock, timeZones });
  for (const text of ['http://127.0.0.1:4400', 'demo', 'manager', 'secret', '/d/c.csv']) {
    expect(block).toContain(text);
  }
  expect(block).toContain('Simulated carrier: no call or text leaves this machine.');
  expect(block).toContain("The simulation's clock shows noon.");
});

test('without a client the block says how to add one', () => {
  const where = { host: '127.0.0.1', port: 4400, roles: ['api'], hasConsole: true };
  const facts = { ...where, demo: undefined, real: none, clock: [], timeZones };
  expect(startBlock({ ...facts, noClients: true })).toMatch(
    /^ {2}Clients +none yet; add one: .*client add/m,
  );
  expect(startBlock(facts)).not.toContain('Clients');
});

test('with a real carrier in use the block says that calls leave the machine, and nothing about a clock', () => {
  const real = { any: true, used: { name: 'trunk', code: 'acme' } };
  const clock = clockSentences({ now: Date.now, speed: 1, notice: null }, real);
  expect(clock).toEqual([]);
  const where = { host: '127.0.0.1', port: 4400, roles: ['api'], hasConsole: true };
  const block = startBlock({ ...where, demo: undefined, real, clock, timeZones });
  expect(block).toContain('Real carriers are in use: calls and texts leave this machine.');
  expect(block).not.toContain('Simulated');
});

test('the clock is shown in Eastern time, with its pace and why it was moved', () => {
  const now = () => Date.parse('2026-11-20T19:00:00Z');
  expect(clockSentences({ now, speed: 1, notice: null }, none)).toEqual([
    expect.stringMatching(/^The simulation's clock shows Nov 20, 2026, 2:00\sPM Eastern time\.$/),
  ]);
  const [first, second] = clockSentences({ now, speed: 60, notice: 'It was moved.' }, none);
  expect(first).toContain('runs 60 times as fast as real time');
  expect(second).toBe('It was moved.');
});

test('without a console the address is named as that of the API', () => {
  const where = { host: '127.0.0.1', port: 4400, roles: ['api'], hasConsole: false };
  const block = startBlock({ ...where, demo: undefined, real: none, clock: [], timeZones });
  expect(block).toMatch(/^ {2}API +http:\/\/127\.0\.0\.1:4400$/m);
  expect(block).not.toContain('Address');
});

test('the block says how old the time zone data is, and warns when it is old', () => {
  const where = { host: '127.0.0.1', port: 4400, roles: ['api'], hasConsole: true };
  const facts = { ...where, demo: undefined, real: none, clock: [] };
  const young = startBlock({ ...facts, timeZones });
  expect(young).toContain('Time zones 2026f of 2026-10-27, 26 days old');
  expect(young).not.toContain('older than 60 days');
  const old = startBlock({ ...facts, timeZones: { ...timeZones, ageDays: 61, old: true } });
  expect(old).toContain('Time zones 2026f of 2026-10-27, 61 days old');
  expect(old).toContain('is older than 60 days: a clock change since then would be missed.');
});
