import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { specifiersOf } from './imports.ts';
import { breaches } from './rules.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Writes a small project and returns what is wrong with it. */
function breachesOf(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'carillon-architecture-'));
  folders.push(root);
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), source);
  }
  return breaches(root);
}

const sound = {
  'src/contract/phone.ts': `import { z } from 'zod';\nexport const phone = z.string();\n`,
  'src/db/queries/phone.ts': `import { phone } from '#contract/phone.ts';\nexport { phone };\n`,
  'src/engine/voice/dial.ts': `import '#db/queries/phone.ts';\nexport const dial = 1;\n`,
  'src/web/features/upload/page.tsx': `import { phone } from '#contract/phone.ts';\nexport { phone };\n`,
};

test('a project that keeps the directions has no breach', () => {
  expect(breachesOf(sound)).toEqual([]);
});

const planted = [
  ['relative', '../../engine/voice/dial.ts'],
  ['with #', '#engine/voice/dial.ts'],
  ['by a detour', '../../db/../engine/voice/dial.ts'],
] as const;

test.each(planted)('a forbidden import is found, spelled %s', (_spelling, path) => {
  const breach = 'src/api/routes/dial.ts: api must not import engine (src/engine/voice/dial.ts)';
  const forms = [
    `import { dial } from '${path}';\n`,
    `import type { dial } from "${path}";\n`,
    `import '${path}';\n`,
    `export { dial } from '${path}';\n`,
    `export * from '${path}';\n`,
    `const later = await import('${path}');\n`,
    `let type: typeof import('${path}');\n`,
    `import {\n  dial,\n} from '${path}';\n`,
  ];
  for (const source of forms) {
    expect(breachesOf({ ...sound, 'src/api/routes/dial.ts': source })).toEqual([breach]);
  }
});

test('a feature of the console never imports another feature', () => {
  const other = { 'src/web/features/messages/list.tsx': `import '../upload/page.tsx';\n` };
  expect(breachesOf({ ...sound, ...other })).toEqual([
    'src/web/features/messages/list.tsx: web/features/* must not import web/features/* (src/web/features/upload/page.tsx)',
  ]);
});

test('a carrier knows the port and nothing of the database or another carrier', () => {
  const files = {
    ...sound,
    'src/carriers/port.ts': 'export interface Carrier {}\n',
    'src/carriers/simulated/model.ts': `import type { Carrier } from '../port.ts';\nexport type M = Carrier;\n`,
    'src/carriers/smpp/link.ts': `import '../simulated/model.ts';\nimport '#db/queries/phone.ts';\n`,
  };
  expect(breachesOf(files)).toEqual([
    'src/carriers/smpp/link.ts: carriers/* must not import carriers/* (src/carriers/simulated/model.ts)',
    'src/carriers/smpp/link.ts: carriers/* must not import db (src/db/queries/phone.ts)',
  ]);
});

test('pure layers import no package and no part of Node that they need not', () => {
  const files = {
    'src/contract/clock.ts': `import fs from 'node:fs';\nimport pg from 'pg';\n`,
    'src/domain/clock.test.ts': `import { test } from 'vitest';\nimport fs from 'node:fs';\n`,
  };
  expect(breachesOf(files)).toEqual([
    'src/contract/clock.ts: contract must not import node:fs',
    'src/contract/clock.ts: contract must not import the package pg',
  ]);
});

test('an import that leads nowhere, to a folder or to a computed path is a breach', () => {
  const source = `import '#db/gone.ts';\nimport '../db';\nawait import(name);\n`;
  expect(breachesOf({ ...sound, 'src/api/app.ts': source })).toEqual([
    'src/api/app.ts: imports #db/gone.ts, which is not there',
    'src/api/app.ts: imports the folder ../db; name the file',
    'src/api/app.ts: imports a computed path, which nobody can check',
  ]);
});

test('the environment is read by src/config.ts alone', () => {
  const reading = 'export const home = process.env.HOME;\n';
  const files = { 'src/config.ts': reading, 'src/db/pool.ts': reading, 'scripts/a.mjs': reading };
  expect(breachesOf(files)).toEqual(['src/db/pool.ts: only src/config.ts reads the environment']);
});

test('what makes up the settings is given the environment, and is of src/config.ts alone', () => {
  const files = {
    ...sound,
    'src/config/settings.ts': 'export const port = process.env.CARILLON_PORT;\n',
    'src/config.ts': `export * from './config/settings.ts';\n`,
    'src/cli/port.ts': `export { port } from '../config/settings.ts';\n`,
  };
  expect(breachesOf(files)).toEqual([
    'src/cli/port.ts: cli must not import config (src/config/settings.ts)',
    'src/config/settings.ts: only src/config.ts reads the environment',
  ]);
});

test('names are kebab-case, exports named, and every file stands in a layer', () => {
  const files = {
    'src/db/callList.ts': 'export const a = 1;\n',
    'src/db/Queries/list.ts': 'export const a = 1;\n',
    'src/db/list.ts': 'export default 1;\n',
    'src/utils/misc.ts': 'export const a = 1;\n',
  };
  expect(breachesOf(files)).toEqual([
    'src/db/Queries/list.ts: names are written in kebab-case',
    'src/db/callList.ts: names are written in kebab-case',
    'src/db/list.ts: exports are named, not default',
    'src/utils/misc.ts: is in no layer of test/architecture/layers.ts',
  ]);
});

test('no file is over 400 lines, generated ones aside, and few are over 250', () => {
  const lines = (count: number) => '// line\n'.repeat(count);
  const short = Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [`src/db/q${n}.ts`, lines(80)]),
  );
  expect(breachesOf({ ...short, 'src/db/long.ts': lines(401) })).toEqual([
    'src/db/long.ts: 401 lines; no file has more than 400',
  ]);
  expect(breachesOf({ ...short, 'src/db/made.gen.ts': lines(900) })).toEqual([]);
  expect(breachesOf({ ...short, 'src/db/a.ts': lines(300), 'src/db/b.ts': lines(300) })).toEqual([
    'too many files have 250 lines or more: src/db/a.ts (300), src/db/b.ts (300)',
  ]);
});

test('a circle of imports is found, also of types alone', () => {
  const circle = {
    'src/db/a.ts': `import type { B } from './b.ts';\nexport type A = B;\n`,
    'src/db/b.ts': `export type B = import('#db/a.ts').A;\n`,
  };
  expect(breachesOf({ ...sound, ...circle })).toEqual([
    'src/db/a.ts: imports in a circle: src/db/a.ts → src/db/b.ts → src/db/a.ts',
  ]);
});

test('a path that climbs two folders is found, and # is named', () => {
  const form = `import { phone } from '../../../contract/phone.ts';\nexport { phone };\n`;
  expect(breachesOf({ ...sound, 'src/web/features/upload/form.tsx': form })).toEqual([
    'src/web/features/upload/form.tsx: imports ../../../contract/phone.ts; write #contract/phone.ts',
  ]);
  const detour = `import './../../db/queries/phone.ts';\n`;
  expect(breachesOf({ ...sound, 'src/engine/voice/ring.ts': detour })).toEqual([
    'src/engine/voice/ring.ts: imports ./../../db/queries/phone.ts; write #db/queries/phone.ts',
  ]);
  const fine = {
    'src/engine/ring.ts': `import '../db/queries/phone.ts';\n`,
    'test/harness/until.ts': 'export const until = 1;\n',
    'src/engine/voice/dial.test.ts': `import { until } from '../../../test/harness/until.ts';\nuntil;\n`,
  };
  expect(breachesOf({ ...sound, ...fine })).toEqual([]);
});

test('words in a text are no imports', () => {
  expect(specifiersOf(`const hint = "numbers from 'upload'";\nexport const from = 'x';\n`)).toEqual(
    [],
  );
});

const readsIt = [
  ...['Date.now()', 'new Date()', 'new Date', 'new Date( )', 'new Date(undefined)', 'Date()'],
  ...['new Date(Date())', '+new Date', '{ clock: Date }', '{ now: Date.now }', 'Date["now"]()'],
  ...['const { now } = Date', 'globalThis.Date .now()', 'Date as never', 'wish.time ?? Date'],
  ...['performance.timeOrigin', 'Temporal.Now.instant()', 'steadyClock()', 'vi.spyOn(Date, "now")'],
  'new Intl.DateTimeFormat("sv").format()',
  'await loadSimulationClock(db, {\n  speed: 1,\n  start: undefined,\n})',
  "await tx.run('UPDATE attempt SET ended_at = now()')",
  '`SELECT clock_timestamp()`',
  "'SELECT CURRENT_TIMESTAMP'",
  "await tx.rows('SELECT NOW()')",
  "await tx.rows('SELECT current_date')",
  "await tx.rows(`SELECT 'now'::timestamptz`)",
  "globalThis['Date'].now()",
];

test.each(readsIt)('a test that reads the real clock is found: %s', (words) => {
  for (const file of ['test/engine/hours.test.ts', 'src/domain/sound.test.ts']) {
    expect(breachesOf({ ...sound, [file]: `const clock = ${words};\n` })).toEqual([
      expect.stringContaining(`${file}: reads the real clock`),
    ]);
  }
});

test('it is found in every folder that has tests, and beside what is tested', () => {
  const folders =
    'api cli db domain engine harness imports jobs journeys scripts simulation twilio';
  const files = [
    ...folders.split(' ').map((folder) => `test/${folder}/hours.ts`),
    'src/carriers/twilio/validity.test.ts',
  ];
  for (const file of files) {
    expect(breachesOf({ ...sound, [file]: `export const at = Date.now();\n` })).toEqual([
      `${file}: reads the real clock; use test/harness/running-clock.ts`,
    ]);
  }
});

test('a date that is written out, a type, a comment, prose and a clock that is passed in are no real clock', () => {
  const fine = `
// Not Date.now().
const at = new Date(0);
const from = Date.parse('2026-11-20T20:00:00Z') + Date.UTC(2026, 1);
interface Row { began: Date; ended: Date | null }
const rows = await ask<{ id: string; asked: Date }>(ids);
const isOne = at instanceof Date;
function winter(phone: string, now: Date): Date[] { return []; }
const labels = ['Date of Birth', 'Due Date', 'Date'];
line.waiting.push({ queuedAt: now() });
const clock = await loadSimulationClock(db, { speed: 1, start: new Date(afternoon) });
`;
  expect(breachesOf({ ...sound, 'test/engine/hours.test.ts': fine })).toEqual([]);
});

test('a reason covers as many readings as it was given for, not a whole file', () => {
  const file = 'test/twilio/texting.test.ts';
  const one = 'const stamp = Date.now();\n';
  expect(breachesOf({ ...sound, [file]: one })).toEqual([]);
  expect(breachesOf({ ...sound, [file]: `${one}const clock = { now: Date.now };\n` })).toEqual([
    `${file}: reads the real clock 2 times, and 1 have a reason; use test/harness/running-clock.ts`,
  ]);
  expect(breachesOf({ ...sound, [file]: 'export const at = 1;\n' })).toEqual([
    `${file}: reads no real clock any more; put that right in test/architecture/real-clocks.ts`,
  ]);
});

test('an API that judges hours in a test is given its clock', () => {
  const wrong = 'judges hours by an API on the real clock; give it a now';
  const byDefault = 'const api = await testApi(db, { vault });\n';
  const given = 'const api = await testApi(db, {\n  vault,\n  now: () => noon,\n});\n';
  const funnel = `await api.get(path + '/funnel');\n`;
  for (const [file, source] of [
    ['test/engine/hours.test.ts', ''],
    ['test/api/hours.test.ts', funnel],
    ['test/journeys/hours.test.ts', 'const { run } = makeEngine(db);\n'],
  ] as const) {
    expect(breachesOf({ ...sound, [file]: byDefault + source })).toEqual([`${file}: ${wrong}`]);
    expect(breachesOf({ ...sound, [file]: given + source })).toEqual([]);
  }
  expect(breachesOf({ ...sound, 'test/api/other.test.ts': byDefault })).toEqual([]);
});
