/**
 * A database of an earlier version as a file: JSON lines, compressed. It holds its own migrations, so
 * that it is restored as that version made it, whatever became of them since.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

export type Part =
  /** Which version made it; first in the file. */
  | { kind: 'version'; version: string; madeFrom: string }
  /** The `carillon.key` of its secrets, and the demo manager's password. For tests alone. */
  | { kind: 'secrets'; key: string; password: string }
  /** A migration as that version had it; the job queue's have no checksum. */
  | { kind: 'migration'; name: string; sql: string; checksum?: string }
  /** A table that the program made while it ran, after its parent. */
  | PartitionPart
  /** Rows as COPY writes them, sorted. */
  | { kind: 'rows'; table: string; columns: string[]; text: string }
  /** Where a sequence stands. */
  | { kind: 'sequence'; name: string; last: string };

export interface PartitionPart {
  kind: 'partition';
  table: string;
  parent: string;
  /** `FOR VALUES …`. */
  bound: string;
  /** `HASH (client_id)` where it is divided again. */
  key: string | null;
  rowSecurity: boolean;
}

const folder = new URL('../data/upgrades/', import.meta.url);
const ending = '.jsonl.zst';

/** The file of a version. */
export function fixtureFile(version: string): string {
  return fileURLToPath(new URL(`${version}${ending}`, folder));
}

/** The versions that there are fixtures of, sorted by name. */
export function fixtureVersions(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();
}

export function readFixture(file: string): Part[] {
  const text = zstdDecompressSync(readFileSync(file)).toString('utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Part);
}

export function writeFixture(file: string, parts: readonly Part[]): void {
  const text = parts.map((part) => `${JSON.stringify(part)}\n`).join('');
  const level = { [constants.ZSTD_c_compressionLevel]: 19 };
  writeFileSync(file, zstdCompressSync(text, { params: level }));
}

/** The parts of one kind, in order. */
export function partsOf<K extends Part['kind']>(parts: readonly Part[], kind: K) {
  return parts.filter((part): part is Extract<Part, { kind: K }> => part.kind === kind);
}

/** The one part of a kind. Throws where there is none. */
export function partOf<K extends Part['kind']>(parts: readonly Part[], kind: K) {
  const [found] = partsOf(parts, kind);
  if (!found) throw new Error(`The fixture has no ${kind}.`);
  return found;
}
