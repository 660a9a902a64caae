/**
 * Rows of Master.csv, Asterisk's call detail records. A call's channel has the attempt's id, which
 * cdr_csv writes as `uniqueid` (deploy/asterisk/cdr.conf); the phone number is not in it.
 */
import { atRealSpeed, realMs } from '#domain/milliseconds.ts';
import type { CarrierRecord } from '../kind.ts';

/**
 * accountcode, src, dst, dcontext, clid, channel, dstchannel, lastapp, lastdata, start, answer,
 * end, duration, billsec, disposition, amaflags, uniqueid; more columns may follow.
 */
const startColumn = 9;
const idColumn = 16;

/** No client has the number 0: that is an agent who was called first, or a manager's own phone. */
const attemptId = /^[1-9]\d*-\d+-\d+$/;
const instant = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** Undefined unless it is a call to a customer: not for an agent's leg or a recording, say. */
export function recordOfRow(cells: readonly string[]): CarrierRecord | undefined {
  const id = cells[idColumn] ?? '';
  const start = cells[startColumn] ?? '';
  if (!attemptId.test(id) || !instant.test(start)) return undefined;
  const at = atRealSpeed(realMs(Date.parse(`${start.replace(' ', 'T')}Z`)));
  return Number.isNaN(at) ? undefined : { channel: 'voice', attemptId: id, at };
}
