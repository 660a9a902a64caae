import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { simMs } from '#domain/milliseconds.ts';
import { callLogName, openCallLog } from './call-log.ts';
import { readCallLog } from './call-log-reader.ts';

const folder = mkdtempSync(join(tmpdir(), 'carillon-log-reader-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(since: number): Promise<string[]> {
  const ids: string[] = [];
  for await (const { attemptId = '', channel } of readCallLog(folder, simMs(since))) {
    ids.push(`${channel} ${attemptId}`);
  }
  return ids.sort();
}

test('reads calls and texts of campaigns from all files of the log, and nothing else', async () => {
  expect(await read(0)).toEqual([]);
  const log = openCallLog(folder, 200);
  const at = (minute: number) => `2026-11-20T20:0${minute}:00.000Z`;
  const to = '12125550100';
  log.append([{ at: at(0), attemptId: '1-1-1', kind: 'call', to }]);
  log.append([{ at: at(1), attemptId: '1-1-2', kind: 'call', to }]);
  log.append([{ at: at(2), attemptId: '1-1-2', kind: 'agent', to }]);
  log.append([{ at: at(3), attemptId: '1-2-1', kind: 'text', to, from: '13025560001' }]);
  log.append([{ at: at(4), attemptId: 'reply-7', kind: 'text', to, from: '13025560001' }]);
  log.append([{ at: at(5), attemptId: '9', kind: 'recording', to }]);
  log.close();
  appendFileSync(join(folder, callLogName), '{"at":"2026-11-20T20:06:00.000Z","attemptId":"1-1-');
  expect(await read(0)).toEqual(['text 1-2-1', 'voice 1-1-1', 'voice 1-1-2']);
  expect(await read(Date.parse(at(1)))).toEqual(['text 1-2-1', 'voice 1-1-2']);
});
