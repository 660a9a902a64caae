/** The result of matching one carrier's records. */

import type { Database } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import { easternTime } from '#domain/eastern-time.ts';
import type { SimMs } from '#domain/milliseconds.ts';
import { count } from '../shared.ts';

export interface CarrierReport {
  /** ISO 8601, by the engine's clock. */
  since: string;
  read: number;
  /** They have their attempt here, or are a known auto-reply. */
  known: number;
  /** They had none. */
  missing: number;
  /** Entries that became attempts because of it. */
  marked: number;
  /** Barred here, so nobody is called. */
  barred: number;
  /** Of lists that are not here, or of numbers that are not waiting in any list. */
  elsewhere: number;
  /** Of `read`: by number alone. */
  byNumber: number;
  /** Of `missing`: texts that may have been auto-replies. */
  mayBeReplies: number;
}

export interface Matching {
  db: Database;
  vault: Vault;
  /** Names of the carriers that the records are of. */
  carriers: readonly string[];
  /** Epoch ms of the engine's clock. */
  since: SimMs;
  onProgress?: (read: number) => void;
}

/** The most milliseconds by which a carrier's times may be early: its clock may lag, and it keeps whole seconds. */
const clockSlack = 60_000;

/** What was due by then may have been followed up by one of these: nobody is contacted for it a second time. */
export const dueBefore = (records: readonly { at: number }[]): Date =>
  new Date(records.reduce((latest, { at }) => Math.max(latest, at), 0) + clockSlack);

/** Records, or numbers, of one transaction. */
export const batch = 500;

export function emptyCarrierReport(since: SimMs): CarrierReport {
  return {
    ...{ since: new Date(since).toISOString(), read: 0, known: 0, missing: 0, marked: 0 },
    ...{ barred: 0, elsewhere: 0, byNumber: 0, mayBeReplies: 0 },
  };
}

const number = (value: number) => value.toLocaleString('en-US');

export function carrierWords(name: string, report: CarrierReport): string[] {
  const { since, read, known, missing, marked, barred, elsewhere, byNumber, mayBeReplies } = report;
  const entries = count(marked, 'entry', 'entries');
  const instant = Date.parse(since);
  const what = instant > 0 ? `records since ${easternTime(instant)}` : 'all records';
  const lines = [
    `Carrier "${name}", ${what}:`,
    `  ${count(read, 'call or text', 'calls and texts')}, ${number(known)} of them already known here.`,
    `  ${number(missing)} were missing: ${entries} of the lists now count as attempted, result unknown.`,
  ];
  if (barred > 0) lines.push(`  ${number(barred)} are already barred here.`);
  if (elsewhere > 0) {
    lines.push(`  ${number(elsewhere)} were for numbers that are not waiting in any list here.`);
  }
  if (byNumber > 0 && missing > 0) {
    lines.push(
      '  Its records contain only numbers, not lists: entries that were waiting for such a number on this carrier are not tried again.',
    );
  }
  if (mayBeReplies > 0) {
    lines.push(
      `  ${number(mayBeReplies)} of the missing ones may have been auto-replies to these people.`,
    );
  }
  return lines;
}
