/**
 * The file of a backup: a first line that says what it is, then frames. A frame is 16 bytes (what it
 * is, its length, its number, a checksum of all of it) and its content:
 *
 *   M  the manifest, JSON, in clear: `carillon restore` reads it before anything else
 *   S  a part begins: one table, or one partition of it, JSON
 *   D  rows of that part as COPY writes them, at most a megabyte of them, by zstd
 *   E  the part ends: its figures, JSON
 *   F  the end: every part's figures, the sequences, and the SHA-256 of all that precedes it, JSON
 *
 * So it is written and read as a stream, and a cut or change is detected and located.
 */

import { crc32 } from 'node:zlib';
import { OperatorError } from '#domain/operator-error.ts';

/** Grows when a reader of today could not read the file. */
export const formatVersion = 1;
const label = 'carillon backup ';
export const firstLine = Buffer.from(`${label}${formatVersion}\n`);
/** Bytes of rows in a frame, before they are compressed. */
export const blockBytes = 2 ** 20;
/** Longer than any frame that is written; a larger length means damage. */
export const mostFrameBytes = 64 * 2 ** 20;
export const headBytes = 16;

export type FrameKind = 'M' | 'S' | 'D' | 'E' | 'F';

/** What keeps a backup from being made, read or restored, as one sentence. */
export class BackupError extends OperatorError {
  override name = 'BackupError';
}

/** A partition of a table as it is made again. */
export interface PartitionFacts {
  name: string;
  /** The partitioned table that it belongs to. */
  parent: string;
  /** `FOR VALUES FROM ('…') TO ('…')`. */
  bound: string;
  /** `HASH (client_id)` where it is partitioned itself; null for one that holds rows. */
  by: string | null;
  /** Its own constraints beside its parent's: `CHECK ((client_id = 5))`. */
  checks: { name: string; definition: string }[];
  rowSecurity: boolean;
  forced: boolean;
  /** `fillfactor=50`. */
  options: string[];
}

export interface TableFacts {
  name: string;
  /** Those in the backup; see `columnsOf` for the ones left out. */
  columns: string[];
  /** All below it, each after its parent; null for a table without partitions. */
  partitions: PartitionFacts[] | null;
}

export interface Manifest {
  /** The version of Carillon, `1.4.0`. */
  carillon: string;
  /** The instant of the snapshot, ISO 8601, by the database's clock. */
  takenAt: string;
  /** `18.4`. */
  postgres: string;
  /** Applied migrations with their checksums, in order: the schema that the rows fit. */
  migrations: { name: string; checksum: string }[];
  /** See `readGeneration`. */
  generation: number;
  /** The id of the key that sealed when it was taken; null before the first start. */
  keyFingerprint: string | null;
  /** The ids of all keys that open what is sealed in it, that one first; absent in backups of earlier versions. */
  keyIds?: string[];
  /** The text of the key file, where it was asked for. */
  key?: string;
  tables: TableFacts[];
}

/** Which rows a part holds: a table's, those of one of its partitions, or the waiting jobs. */
export interface PartName {
  table: string;
  partition?: string;
}

/** Totals of a part, counted as it passes; see `RowFigures`. */
export interface Figures {
  rows: number;
  /** As COPY writes them. */
  bytes: number;
  /** Of all rows, whatever their order. */
  checksum: string;
}

export type Part = PartName & Figures;

export interface SequenceFacts {
  name: string;
  /** As text, because it may be larger than a number holds. */
  last: string;
  called: boolean;
}

export interface Footer {
  parts: Part[];
  sequences: SequenceFacts[];
  rows: number;
  bytes: number;
  /** Hexadecimal, of everything before the footer's frame. */
  sha256: string;
}

/** The name of the part with the jobs of the queue, which live in a schema of their own. */
export const jobsPart = 'background jobs';

export const nameOf = ({ table, partition }: PartName): string => partition ?? table;

/** A frame's 16 bytes. */
export function frameHead(kind: FrameKind, content: Buffer, number: number): Buffer {
  const head = Buffer.alloc(headBytes);
  head.write(kind, 0, 'latin1');
  head.writeUInt32LE(content.length, 4);
  head.writeUInt32LE(number, 8);
  head.writeUInt32LE(frameChecksum(head, content), 12);
  return head;
}

export function frameChecksum(head: Buffer, content: Buffer): number {
  return crc32(content, crc32(head.subarray(0, 12)));
}

/**
 * Judges the first bytes of a file.
 *
 * @throws BackupError when it is not a backup, or one that this version cannot read
 */
export function checkFirstLine(line: Buffer, file: string): void {
  if (line.equals(firstLine)) return;
  const text = line.toString('latin1');
  if (!text.startsWith(label)) throw new BackupError(`${file} is not a Carillon backup.`);
  throw new BackupError(
    `${file} was written by a newer version of Carillon. Restore it with that version.`,
  );
}
