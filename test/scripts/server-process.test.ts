import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ServerProcess } from '../../scripts/dev/server-process.ts';

let folder = '';
let server: ServerProcess;
let notes: string[] = [];
const program = () => join(folder, 'program.mjs');
const events = () => readFileSync(join(folder, 'events'), 'utf8').trim().split('\n');

/** Writes down when it runs and when it is asked to stop; says that it runs as Carillon does. */
const sound = (name: string) => `
  import { appendFileSync } from 'node:fs';
  const event = (text) => appendFileSync(${JSON.stringify(join(folder, 'events'))}, text + '\\n');
  const alive = setInterval(() => {}, 1000);
  process.on('SIGTERM', () => {
    event('${name} stops');
    clearInterval(alive);
    process.disconnect();
  });
  event('${name} runs');
  process.stdout.write('running');
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carillon-dev-'));
  appendFileSync(join(folder, 'events'), '');
  notes = [];
  const note = (line: string) => notes.push(line);
  server = new ServerProcess({ args: [program()], env: process.env, note });
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a restart lets the old one end first, then runs the new sources', async () => {
  writeFileSync(program(), sound('first'));
  expect(await server.start()).toBe(true);
  writeFileSync(program(), sound('second'));
  await server.restart();
  await server.stop();
  expect(events()).toEqual(['first runs', 'first stops', 'second runs', 'second stops']);
});

test('changes during a restart are in that one', async () => {
  writeFileSync(program(), sound('first'));
  await server.start();
  writeFileSync(program(), sound('second'));
  await Promise.all([server.restart(), server.restart(), server.restart()]);
  expect(events()).toEqual(['first runs', 'first stops', 'second runs']);
});

test('one that does not start says so, and the next change starts it again', async () => {
  writeFileSync(program(), 'process.exit(3);');
  expect(await server.start()).toBe(false);
  expect(notes).toEqual(['The server ended (exit code 3). It restarts at the next change.']);
  writeFileSync(program(), sound('mended'));
  await server.restart();
  expect(events()).toEqual(['mended runs']);
});

test('who asks meanwhile waits until the new one runs', async () => {
  writeFileSync(program(), sound('first'));
  await server.start();
  const restarted = server.restart();
  await server.ready();
  expect(events().filter((event) => event.endsWith('runs'))).toHaveLength(2);
  await restarted;
});
