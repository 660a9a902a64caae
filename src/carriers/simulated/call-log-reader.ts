/** The simulated carrier's log, read as the records of a carrier. */

import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type SimMs, simMs } from '#domain/milliseconds.ts';
import type { CarrierRecord } from '../kind.ts';
import { callLogName, type LogLine } from './call-log.ts';

/** No client has the number 0: that is an agent who was called first, or a manager's own phone. */
const attemptId = /^[1-9]\d*-\d+-\d+$/;

/** Every call and text of campaigns; none if there is no log. */
export async function* readCallLog(
  dataFolder: string,
  since: SimMs,
): AsyncGenerator<CarrierRecord> {
  for (const file of logFiles(dataFolder)) {
    const lines = createInterface({ input: createReadStream(join(dataFolder, file)) });
    for await (const line of lines) {
      const record = recordOf(line);
      if (record && record.at >= since) yield record;
    }
  }
}

/** The current file and the older ones. */
function logFiles(dataFolder: string): string[] {
  return readdirSync(dataFolder)
    .filter((name) => name === callLogName || name.startsWith(`${callLogName}.`))
    .sort();
}

function recordOf(line: string): CarrierRecord | undefined {
  // A power failure may have cut the last line.
  try {
    const { kind, attemptId: id, to, at } = JSON.parse(line) as LogLine;
    if ((kind !== 'call' && kind !== 'text') || !attemptId.test(id)) return undefined;
    const channel = kind === 'call' ? 'voice' : 'text';
    return { channel, attemptId: id, to, at: simMs(Date.parse(at)) };
  } catch {
    return undefined;
  }
}
