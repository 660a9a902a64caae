/** The latest texts of the simulated carrier's log, read when it opens. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { type SimMs, simMs } from '#domain/milliseconds.ts';
import { callLogName, type LogLine } from './call-log.ts';

export interface LoggedText {
  textId: string;
  from: string;
  to: string;
  at: SimMs;
}

/** About 40,000 lines: older texts have ended, at the speed of any real carrier. */
const mostBytes = 4 * 1024 * 1024;

/**
 * The texts submitted in the `period` before the last one; none without a log.
 * Counted from the last text, not from now: what was due then is still due, however long no
 * engine was running.
 */
export function readLatestTexts(dataFolder: string, period: SimMs): LoggedText[] {
  const texts = latestLines(join(dataFolder, callLogName))
    .split('\n')
    .flatMap((line) => textOf(line) ?? []);
  const since = texts.reduce((latest, { at }) => Math.max(latest, at), 0) - period;
  return texts.filter(({ at }) => at >= since);
}

function textOf(line: string): LoggedText | undefined {
  // The first line may be cut, and after a power failure the last one, too.
  try {
    const { kind, attemptId, from = '', to, at } = JSON.parse(line) as LogLine;
    return kind === 'text' ? { textId: attemptId, from, to, at: simMs(Date.parse(at)) } : undefined;
  } catch {
    return undefined;
  }
}

/** After a recent rotation the rest of the bytes come from the end of the previous file. */
function latestLines(path: string): string {
  const newest = tail(path, mostBytes);
  const rest = mostBytes - newest.length;
  return rest > 0 ? `${tail(`${path}.1`, rest)}\n${newest}` : newest;
}

function tail(path: string, bytesWanted: number): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, bytesWanted));
    const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8', 0, read);
  } finally {
    closeSync(file);
  }
}
