/**
 * Takes erased numbers out of the files of a data folder: journals, the simulated carrier's log, reports of a
 * reconciliation. Digits are overwritten in place, so that offsets stay and a process that appends to
 * the file loses no line: a new file under the old name would lose what is written meanwhile, and a
 * lost submission is a second call. One that is interrupted is repeated by the next start. Read part
 * by part, beside other work. The database's own files are PostgreSQL's.
 */
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { asPlatform, type Database } from '#db/database.ts';
import { numberHashOf } from '#db/number-key.ts';

/** Not searched: PostgreSQL's, and what holds no numbers. */
const others = new Set(['postgres', 'restoring', 'console', 'processes']);
const texts = /\.(log|csv|json|jsonl|txt|[1-5])$/;
const numbers = /(?<!\d)1?[2-9]\d{9}(?!\d)/g;

/** Bytes that are read and searched at once: a few milliseconds of this process. */
const partSize = 16 * 1024;
/** The longest number, one character before it and one after it. */
const overlap = 13;
/** As much of a line as names its client. */
const headSize = 16;
/** Numbers that are known at once, so that a large journal does not fill the memory. */
const mostKnown = 50_000;

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
  return erasedBy(key, rows);
}

/** @param rows what was erased: number hashes by client */
export function erasedBy(
  key: Uint8Array,
  rows: readonly { clientId: number; hash: string }[],
): IsErased {
  const hashes = Map.groupBy(rows, ({ clientId }) => clientId);
  const byClient = new Map(
    [...hashes].map(([clientId, own]) => [clientId, new Set(own.map(({ hash }) => hash))]),
  );
  const known = new Map<string, boolean>();
  // A keyed hash takes longer than everything else here, so a line costs one, or none.
  const isOf = (phone: string, clientId: number) => {
    const own = byClient.get(clientId);
    if (!own) return false;
    const name = `${clientId} ${phone}`;
    let erased = known.get(name);
    if (erased === undefined) {
      erased = own.has(numberHashOf(key, clientId, phone));
      if (known.size >= mostKnown) known.clear();
      known.set(name, erased);
    }
    return erased;
  };
  return (phone, of) =>
    of === undefined
      ? [...byClient.keys()].some((clientId) => isOf(phone, clientId))
      : isOf(phone, of);
}

/**
 * @param stopping ends it between two parts
 * @returns how many numbers were overwritten; they are on disk
 */
export async function redactFolder(
  folder: string,
  isErased: IsErased,
  stopping?: AbortSignal,
): Promise<number> {
  let count = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !others.has(entry.name)) {
      count += await redactFolder(path, isErased, stopping);
    }
    if (entry.isFile() && texts.test(entry.name)) {
      count += await redactFile(path, isErased, stopping);
    }
  }
  return count;
}

async function redactFile(
  path: string,
  isErased: IsErased,
  stopping: AbortSignal | undefined,
): Promise<number> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    // Deleted since the folder was read.
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return 0;
  let writer: FileHandle | undefined;
  let count = 0;
  try {
    for await (const { offset, length } of erasedIn(file, isErased, stopping)) {
      writer ??= await open(path, 'r+');
      await writer.write('x'.repeat(length), offset);
      count += 1;
    }
    await writer?.datasync();
    return count;
  } finally {
    await file.close();
    await writer?.close();
  }
}

/** Where the erased numbers of a file are, in bytes. */
async function* erasedIn(file: FileHandle, isErased: IsErased, stopping: AbortSignal | undefined) {
  const part = Buffer.allocUnsafe(partSize);
  /** The end of the last part again, its offset in the file, and the beginning of its first line. */
  let kept = '';
  let offset = 0;
  let head = '';
  for (let isEnd = false; !isEnd; ) {
    stopping?.throwIfAborted();
    const { bytesRead } = await file.read(part, 0, partSize, offset + kept.length);
    isEnd = bytesRead === 0;
    // One byte for each character, so that an index is an offset.
    const text = kept + part.toString('latin1', 0, bytesRead);
    for (const { 0: digits, index } of text.matchAll(numbers)) {
      const end = index + digits.length;
      // Judged with the last part; or goes on with the next one.
      if (end < kept.length || (index === 0 && offset > 0)) continue;
      if (end === text.length && !isEnd) continue;
      if (!isErased(`1${digits.slice(-10)}`, clientOf(headOf(text, index, head)))) continue;
      yield { offset: offset + index, length: digits.length };
    }
    const next = Math.max(0, text.length - overlap);
    head = headOf(text, next, head);
    kept = text.slice(next);
    offset += next;
  }
}

/** The beginning of the line of an index; `head` is that of the text's first line. */
function headOf(text: string, index: number, head: string): string {
  const start = index === 0 ? 0 : text.lastIndexOf('\n', index - 1) + 1;
  return start === 0 ? (head + text).slice(0, headSize) : text.slice(start, start + headSize);
}

function clientOf(head: string): number | undefined {
  const [, clientId] = journalLine.exec(head) ?? [];
  return clientId === undefined ? undefined : Number(clientId);
}
