/** A changed file is refused, with the part that changed. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { checkBackup } from '../../src/db/backup/check-backup.ts';
import { BackupReader } from '../../src/db/backup/file-reader.ts';
import { frameHead, headBytes } from '../../src/db/backup/format.ts';
import { RowFigures } from '../../src/db/backup/row-figures.ts';
import { freshDatabase } from '../harness/database.ts';
import { everythingIn } from './everything.ts';
import { backupTo, fillWithAll, onServer, restoreFrom, temporaryFolder } from './world.ts';

const db = await freshDatabase();
const target = await freshDatabase();
const folder = temporaryFolder();
const file = join(folder, 'all.backup');
const changed = join(folder, 'changed.backup');
let whole: Buffer;
let untouched: Awaited<ReturnType<typeof everythingIn>>;

beforeAll(async () => {
  await fillWithAll(db);
  await backupTo(file, db.owner, 'a'.repeat(64));
  whole = readFileSync(file);
  await fillWithAll(target);
  untouched = await everythingIn(target.owner);
});

/** Where each frame begins, by its kind. */
function framesOf(bytes: Buffer): { kind: string; at: number; length: number }[] {
  const frames = [];
  for (let at = bytes.indexOf(10) + 1; at < bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    frames.push({ kind: bytes.toString('latin1', at, at + 1), at, length });
    at += headBytes + length;
  }
  return frames;
}

async function verified(bytes: Buffer): Promise<unknown> {
  writeFileSync(changed, bytes);
  const reader = BackupReader.ofFile(changed);
  return reader.verify().finally(() => reader.close());
}

test('a whole file is found whole', async () => {
  const footer = await verified(whole);
  expect(footer).toMatchObject({ rows: expect.any(Number), parts: expect.any(Array) });
});

test('a file that was cut anywhere is refused, by the check and by the restore, and nothing is changed', async () => {
  const frames = framesOf(whole);
  const cuts = [0, 5, 20, whole.length - 1, whole.length - 200];
  for (const frame of frames.filter((_, n) => n % 9 === 0)) cuts.push(frame.at, frame.at + 20);
  for (const cut of cuts) {
    await expect(verified(whole.subarray(0, cut))).rejects.toThrow(
      /is incomplete: it ends in|not a Carillon backup/,
    );
  }
  writeFileSync(changed, whole.subarray(0, frames[Math.floor(frames.length * 0.8)]?.at));
  await expect(restoreFrom(changed, target.owner)).rejects.toThrow(/is incomplete: it ends in/);
  expect(await everythingIn(target.owner)).toEqual(untouched);
});

test('a byte that flipped is found wherever it is, with the part it is in', async () => {
  for (let at = 3; at < whole.length; at += Math.ceil(whole.length / 300)) {
    const bytes = Buffer.from(whole);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at);
    await expect(verified(bytes), `byte ${at}`).rejects.toThrow(
      /is damaged in|not a Carillon backup|newer version|incomplete/,
    );
  }
  const frames = framesOf(whole);
  const begins = frames.findIndex(
    ({ kind, at, length }) =>
      kind === 'S' &&
      whole
        .toString('utf8', at + headBytes, at + headBytes + length)
        .includes('"call_record_202610"'),
  );
  const bytes = Buffer.from(whole);
  const at = (frames[begins + 1]?.at ?? 0) + headBytes + 7;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  await expect(verified(bytes)).rejects.toThrow(/is damaged in the part "call_record_202610"/);
  await expect(restoreFrom(changed, target.owner)).rejects.toThrow(
    /is damaged in the part "call_record_202610"/,
  );
  expect(await everythingIn(target.owner)).toEqual(untouched);
});

test('parts in another order, and bytes after the end, are refused', async () => {
  const frames = framesOf(whole);
  const [one, two] = frames.filter(({ kind }) => kind === 'S');
  if (!one || !two) throw new Error('no parts');
  const piece = (frame: { at: number; length: number }) =>
    whole.subarray(frame.at, frame.at + headBytes + frame.length);
  const swapped = Buffer.concat([
    whole.subarray(0, one.at),
    piece(two),
    whole.subarray(one.at + headBytes + one.length, two.at),
    piece(one),
    whole.subarray(two.at + headBytes + two.length),
  ]);
  await expect(verified(swapped)).rejects.toThrow(/is damaged/);
  await expect(verified(Buffer.concat([whole, Buffer.from('x')]))).rejects.toThrow(
    /there is data after its end/,
  );
});

test('another file, and one of a later format, say what they are', async () => {
  await expect(verified(Buffer.from('PGDMP and more of that kind'))).rejects.toThrow(
    /changed\.backup is not a Carillon backup/,
  );
  const later = Buffer.from(whole);
  later.write('9', whole.indexOf(10) - 1);
  await expect(verified(later)).rejects.toThrow(/was written by a newer version of Carillon/);
});

test('the check restores into a database of its own, compares, and takes it away', async () => {
  const databases = () =>
    onServer(`SELECT datname FROM pg_database WHERE datname ~ '^carillon_check_'`);
  const said: string[] = [];
  const reader = BackupReader.ofFile(file);
  const footer = await checkBackup({ connectionString: db.url }, reader, (line) => said.push(line));
  reader.close();
  expect(footer.rows).toBeGreaterThan(5_000);
  expect(said).toContain('Reading the restored data …');
  // Other files of the suite check backups on this server at the same time; theirs go, too.
  await expect.poll(databases, { timeout: 50_000 }).toEqual([]);
});

test('the check finds a file whose rows and figures do not agree, though every checksum is right', async () => {
  const frames = framesOf(whole);
  const pieces = [whole.subarray(0, frames[0]?.at)];
  for (const [number, { kind, at, length }] of frames.entries()) {
    let content: Buffer = whole.subarray(at + headBytes, at + headBytes + length);
    if (kind === 'F') {
      const footer = JSON.parse(content.toString('utf8'));
      footer.parts.find((part: { table: string }) => part.table === 'do_not_call').checksum = 'x';
      footer.sha256 = createHash('sha256').update(Buffer.concat(pieces)).digest('hex');
      content = Buffer.from(JSON.stringify(footer));
    }
    pieces.push(frameHead(kind as 'F', content, number), content);
  }
  await verified(Buffer.concat(pieces));
  const reader = BackupReader.ofFile(changed);
  await expect(checkBackup(db.owner, reader, () => {})).rejects.toThrow(
    /do_not_call differs after a restore/,
  );
  reader.close();
  // Other files of the suite check backups on this server at the same time; theirs go, too.
  await expect
    .poll(() => onServer(`SELECT datname FROM pg_database WHERE datname ~ '^carillon_check_'`), {
      timeout: 50_000,
    })
    .toEqual([]);
});

test('rows have the same checksum in any order and in any pieces, and another when one changes', () => {
  const rows = Array.from({ length: 500 }, (_, n) => `${n}\tvalue ${n % 7}\t\\N\n`);
  const figuresOf = (lines: string[], size: number) => {
    const figures = new RowFigures();
    const bytes = Buffer.from(lines.join(''));
    for (let at = 0; at < bytes.length; at += size) figures.add(bytes.subarray(at, at + size));
    return figures.figures();
  };
  const usual = figuresOf(rows, 1_000);
  expect(usual.rows).toBe(500);
  for (const size of [1, 7, 64, 100_000]) expect(figuresOf(rows, size)).toEqual(usual);
  expect(figuresOf([...rows].reverse(), 33)).toEqual(usual);
  const other = rows.with(250, '250\tvalue 4\t\\N\n');
  expect(figuresOf(other, 1_000).checksum).not.toBe(usual.checksum);
  const swapped = rows.with(1, '1\tvalue 2\t\\N\n').with(2, '2\tvalue 1\t\\N\n');
  expect(figuresOf(swapped, 1_000).checksum).not.toBe(usual.checksum);
});
