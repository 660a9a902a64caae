/**
 * Takes erased numbers out of the files of a data folder: journals, the simulated carrier's log, reports of a
 * reconciliation. Digits are overwritten in place, so that offsets stay and a process that appends to
 * the file is not disturbed. The database's own files are PostgreSQL's.
 */
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { asPlatform, type Database } from '#db/database.ts';
import { numberHashOf } from '#db/number-key.ts';

/** Not searched: PostgreSQL's, and what holds no numbers. */
const others = new Set(['postgres', 'restoring', 'console', 'processes']);
const texts = /\.(log|csv|json|jsonl|txt|[1-5])$/;
const numbers = /(?<!\d)1?[2-9]\d{9}(?!\d)/g;

/** A journal's line names its client, whose erasures alone count there: another's must still be known. */
const journalLine = /^[A-Z] (\d{1,9}) /;

/** @param clientId undefined: of any client */
export type IsErased = (phone: string, clientId: number | undefined) => boolean;

/** @param key the look-up key of numbers */
export async function readErased(db: Database, key: Uint8Array): Promise<IsErased | undefined> {
  const rows = await asPlatform(db, (tx) =>
    tx.rows<{ clientId: number; hash: string }>(
      'SELECT client_id AS "clientId", number_hash AS hash FROM erasure',
    ),
  );
  if (rows.length === 0) return undefined;
  const hashes = new Set(rows.map(({ hash }) => hash));
  const clients = [...new Set(rows.map(({ clientId }) => clientId))];
  const known = new Map<string, readonly number[]>();
  return (phone, of) => {
    let by = known.get(phone);
    if (by === undefined) {
      by = clients.filter((clientId) => hashes.has(numberHashOf(key, clientId, phone)));
      known.set(phone, by);
    }
    return of === undefined ? by.length > 0 : by.includes(of);
  };
}

/** @returns how many numbers were overwritten */
export function redactFolder(folder: string, isErased: IsErased): number {
  let count = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !others.has(entry.name)) count += redactFolder(path, isErased);
    if (entry.isFile() && texts.test(entry.name)) count += redactFile(path, isErased);
  }
  return count;
}

function redactFile(path: string, isErased: IsErased): number {
  // One byte for each character, so that an index is an offset.
  const text = readFileSync(path, 'latin1');
  const found = [...text.matchAll(numbers)].filter(({ 0: digits, index }) =>
    isErased(`1${digits.slice(-10)}`, clientOfLine(text, index)),
  );
  if (found.length === 0) return 0;
  const file = openSync(path, 'r+');
  try {
    for (const { 0: digits, index } of found) writeSync(file, 'x'.repeat(digits.length), index);
  } finally {
    closeSync(file);
  }
  return found.length;
}

function clientOfLine(text: string, index: number): number | undefined {
  const start = text.lastIndexOf('\n', index) + 1;
  const [, clientId] = journalLine.exec(text.slice(start, index)) ?? [];
  return clientId === undefined ? undefined : Number(clientId);
}
