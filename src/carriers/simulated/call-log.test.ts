import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { simMs } from '#domain/milliseconds.ts';
import { callLogName, type LogLine, openCallLog } from './call-log.ts';
import { simulatedCarrier } from './carrier.ts';
import { simulatedTextCarrier } from './text-carrier.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carillon-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const line = (attemptId: string): LogLine => ({
  at: '2026-11-20T20:00:00.000Z',
  attemptId,
  kind: 'call',
  to: '12125550100',
});
const bytesOfLine = JSON.stringify(line('1-1-1')).length + 1;
const modeOf = (name: string) => statSync(join(folder, name)).mode & 0o777;
const idsIn = (name: string) =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((text) => (JSON.parse(text) as LogLine).attemptId);
const randomOf = () => ({ next: () => 0.5, between: (low: number) => low });
const clock = { now: () => Date.parse('2026-11-20T20:00:00Z') };

test('only its owner may read it, even if an earlier version made it readable for all', () => {
  writeFileSync(join(folder, callLogName), '');
  chmodSync(join(folder, callLogName), 0o644);
  openCallLog(folder).close();
  expect(modeOf(callLogName)).toBe(0o600);
  rmSync(join(folder, callLogName));
  openCallLog(folder).close();
  expect(modeOf(callLogName)).toBe(0o600);
});

test('it starts a new file when one is full, and keeps five older ones', () => {
  const log = openCallLog(folder, 2 * bytesOfLine);
  for (let n = 1; n <= 9; n += 1) log.append([line(`1-1-${n}`)]);
  expect(idsIn(callLogName)).toEqual(['1-1-9']);
  expect(idsIn(`${callLogName}.1`)).toEqual(['1-1-7', '1-1-8']);
  expect(idsIn(`${callLogName}.4`)).toEqual(['1-1-1', '1-1-2']);
  for (let n = 1; n <= 9; n += 1) log.append([line(`1-2-${n}`)]);
  log.close();
  const names = readdirSync(folder).sort();
  expect(names).toEqual([callLogName, ...[1, 2, 3, 4, 5].map((n) => `${callLogName}.${n}`)]);
  expect(names.map(modeOf)).toEqual(names.map(() => 0o600));
  expect(idsIn(callLogName)).toEqual(['1-2-8', '1-2-9']);
  expect(idsIn(`${callLogName}.5`)).toEqual(['1-1-7', '1-1-8']);
});

test('another writer that has it open follows to the newest file, and no line is lost', () => {
  const [calls, texts] = [
    openCallLog(folder, 2 * bytesOfLine),
    openCallLog(folder, 2 * bytesOfLine),
  ];
  for (let n = 1; n <= 5; n += 1) (n % 2 ? calls : texts).append([line(`1-1-${n}`)]);
  expect(idsIn(callLogName)).toEqual(['1-1-5']);
  expect(idsIn(`${callLogName}.1`)).toEqual(['1-1-3', '1-1-4']);
  expect(idsIn(`${callLogName}.2`)).toEqual(['1-1-1', '1-1-2']);
  calls.close();
  texts.close();
});

test('a call submitted twice is placed once, even if the log was rotated', async () => {
  let now = clock.now();
  const carrier = simulatedCarrier({
    ...{ clock: { now: () => simMs(now) }, randomOf, dataFolder: folder, logBytes: bytesOfLine },
  });
  const callerId = { kind: 'default' } as const;
  const call = { attemptId: '1-1-1', to: '12125550100', callerId };
  await carrier.place([call]);
  await carrier.place([call]);
  expect(idsIn(callLogName)).toEqual(['1-1-1']);
  expect(idsIn(`${callLogName}.1`)).toEqual(['1-1-1']);
  const happened: string[] = [];
  for (let second = 0; second < 120; second += 1) {
    now += 1_000;
    happened.push(...carrier.events().map(({ kind }) => kind));
    carrier.acknowledge(carrier.events());
  }
  expect(happened.filter((kind) => kind === 'ended')).toHaveLength(1);
  await carrier.close();
});

test('a restarted carrier still sends the receipts of texts in the previous file', () => {
  const sent: LogLine = { ...line('1-1-1'), kind: 'text', from: '13025550100' };
  const log = openCallLog(folder, 1);
  log.append([sent]);
  log.append([line('1-1-2')]);
  log.close();
  expect(idsIn(`${callLogName}.1`)).toEqual(['1-1-1']);
  let now = clock.now();
  const carrier = simulatedTextCarrier({
    clock: { now: () => simMs(now) },
    randomOf,
    dataFolder: folder,
  });
  now += 24 * 3_600_000;
  const receipts = carrier.events().map((event) => event.kind === 'receipt' && event.textId);
  expect(receipts).toContain('1-1-1');
});
