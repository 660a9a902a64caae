/**
 * The log of everything handed to the simulated carrier, one JSON line each, across restarts
 * (spec 3 section 10). It judges the promises: it is written before the carrier answers.
 */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export const callLogName = 'simulated-carrier.jsonl';

export interface LogLine {
  /** ISO 8601, the simulation's clock. */
  at: string;
  attemptId: string;
  /** `recording`: a manager who records a message. `agent`: the agent's leg of the call with this attempt id. */
  kind: 'call' | 'text' | 'agent' | 'recording';
  /** 11 digits. */
  to: string;
  /** Of a text: the texting number that it was sent from. */
  from?: string;
}

export interface CallLog {
  append(lines: readonly LogLine[]): void;
  close(): void;
}

/** One write for a batch, straight to the kernel: a killed process loses no line that was answered. */
export function openCallLog(dataFolder: string): CallLog {
  mkdirSync(dataFolder, { recursive: true });
  const file = openSync(join(dataFolder, callLogName), 'a');
  return {
    append(lines) {
      if (lines.length === 0) return;
      const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    },
    close: () => closeSync(file),
  };
}
