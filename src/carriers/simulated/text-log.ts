/** The latest texts of the simulated carrier's log, read when it opens. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { callLogName, type LogLine } from './call-log.ts';

export interface LoggedText {
  textId: string;
  from: string;
  to: string;
  /** Epoch ms. */
  at: number;
}

/** Some forty thousand lines: what is older is over, or the machine is faster than any carrier. */
const mostBytes = 4 * 1024 * 1024;

/** The texts that were handed over since an instant; none when there is no log yet. */
export function readLatestTexts(dataFolder: string, since: number): LoggedText[] {
  const texts: LoggedText[] = [];
  for (const line of tail(join(dataFolder, callLogName)).split('\n')) {
    const text = textOf(line);
    if (text && text.at >= since) texts.push(text);
  }
  return texts;
}

function textOf(line: string): LoggedText | undefined {
  // The first line may be cut, and so may the last one of a machine that lost its power.
  try {
    const { kind, attemptId, from = '', to, at } = JSON.parse(line) as LogLine;
    return kind === 'text' ? { textId: attemptId, from, to, at: Date.parse(at) } : undefined;
  } catch {
    return undefined;
  }
}

function tail(path: string): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, mostBytes));
    const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8', 0, read);
  } finally {
    closeSync(file);
  }
}
