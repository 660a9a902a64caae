import { Client } from 'pg';
import { type DatabaseConnection, directOf } from '../connection.ts';
import { neededKeysSql } from '../queries/data-key.ts';
import { readGeneration } from '../queries/installation.ts';
import {
  ask,
  assertAllSeen,
  partsOf,
  prepareSession,
  quoted,
  readSequences,
  readTables,
  rowsOf,
  type Session,
  tableNames,
} from './catalog.ts';
import { copyOut } from './copy.ts';
import { explained } from './explain.ts';
import { BackupWriter, type Sink } from './file-writer.ts';
import { BackupError, type Footer, type Manifest, nameOf, type Part } from './format.ts';
import { Progress, rowsText, sizeOf } from './progress.ts';
import { RowFigures } from './row-figures.ts';

export interface BackupWish {
  /** This version of Carillon. */
  carillon: string;
  /** The key file's 64 hexadecimal digits, to be put into the backup. */
  key?: string | undefined;
  /** Progress, at most a line a second. */
  say?: (line: string) => void;
}

export interface TakenBackup {
  manifest: Manifest;
  footer: Footer;
  /** Of the file. */
  bytes: number;
}

/**
 * When a table disappears between two reads, the backup begins again; milliseconds it waits for a
 * lock.
 */
const tries = 3;
const lockMs = 60_000;

/**
 * Writes the whole database as of one instant, while others keep working. Only statements that drop
 * a table wait for the end, as with pg_dump.
 *
 * @throws BackupError when the database cannot be read whole
 */
export async function takeBackup(
  connection: DatabaseConnection,
  sink: Sink,
  wish: BackupWish,
): Promise<TakenBackup> {
  const client = new Client(directOf(connection, 'backup'));
  let broken: Error | undefined;
  client.on('error', (error) => {
    broken = error;
  });
  await client.connect();
  try {
    const manifest = await openSnapshot(client, wish);
    const taken = await write(client, manifest, sink, wish);
    await client.query('COMMIT');
    await sink.finish();
    return taken;
  } catch (error) {
    await sink.discard();
    throw broken ?? explained(error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Begins the one transaction of the backup, with every table locked against being dropped. */
async function openSnapshot(client: Client, wish: BackupWish): Promise<Manifest> {
  for (let round = 1; ; round += 1) {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    try {
      await prepareSession(client, lockMs);
      const names = await tableNames(client);
      if (!names.includes('migration') || !names.includes('installation')) {
        throw new BackupError('There is no Carillon database yet. Start Carillon once first.');
      }
      await client.query(
        `LOCK TABLE ${names.map((name) => `public.${quoted(name)}`).join(', ')} IN ACCESS SHARE MODE`,
      );
      await assertAllSeen(client);
      return await readManifest(client, wish);
    } catch (error) {
      await client.query('ROLLBACK');
      const gone = ['42P01', 'XX000'].includes((error as { code?: string }).code ?? '');
      if (!gone || round === tries) throw error;
    }
  }
}

async function readManifest(session: Session, wish: BackupWish): Promise<Manifest> {
  const [facts] = await ask<{ at: Date; postgres: string; fingerprint: string | null }>(
    session,
    `SELECT now() AS at, split_part(current_setting('server_version'), ' ', 1) AS postgres,
       (SELECT key_fingerprint FROM installation) AS fingerprint`,
  );
  const migrations = await ask<{ name: string; checksum: string }>(
    session,
    'SELECT name, checksum FROM migration ORDER BY name',
  );
  return {
    carillon: wish.carillon,
    takenAt: facts?.at.toISOString() ?? '',
    postgres: facts?.postgres ?? '',
    migrations,
    generation: await readGeneration(session),
    keyFingerprint: facts?.fingerprint ?? null,
    keyIds: await readKeyIds(session),
    ...(wish.key && { key: wish.key }),
    tables: await readTables(session),
  };
}

/** Those that were not dropped. While everything is sealed again, values of several are in the backup. */
async function readKeyIds(session: Session): Promise<string[]> {
  // A command does not migrate the database of a running Carillon.
  const [made] = await ask<{ is: boolean }>(
    session,
    `SELECT to_regclass('data_key') IS NOT NULL AS is`,
  );
  if (!made?.is) return [];
  const [row] = await ask<{ ids: string[] }>(session, `SELECT (${neededKeysSql}) AS ids`);
  return row?.ids ?? [];
}

async function write(
  client: Client,
  manifest: Manifest,
  sink: Sink,
  wish: BackupWish,
): Promise<TakenBackup> {
  const writer = new BackupWriter(sink);
  await writer.begin();
  await writer.json('M', manifest);
  const progress = new Progress(wish.say ?? (() => {}));
  const parts = await readParts(client, manifest, {
    begin: (part) => writer.json('S', part),
    rows: (piece) => writer.rows(piece),
    end: (part) => writer.json('E', part),
    tick: (name, rows) =>
      progress.tick(
        () => `${rowsText(rows)} read, ${sizeOf(writer.written)} written; at ${name} …`,
      ),
  });
  // Sequences are outside the snapshot: read after the rows, none is behind them.
  const sequences = await readSequences(client);
  const total = (of: 'rows' | 'bytes') => parts.reduce((sum, part) => sum + part[of], 0);
  const footer: Footer = {
    ...{ parts, sequences, rows: total('rows'), bytes: total('bytes') },
    sha256: writer.sha256(),
  };
  await writer.json('F', footer);
  return { manifest, footer, bytes: writer.written };
}

interface PartTaker {
  begin(part: { table: string; partition?: string }): Promise<void>;
  rows(piece: Buffer): Promise<void>;
  end(part: Part): Promise<void>;
  tick(name: string, rows: number): void;
}

const onlyCounted: PartTaker = {
  begin: async () => {},
  rows: async () => {},
  end: async () => {},
  tick: () => {},
};

/** Reads every row of a database once, part by part, and returns what each had. */
export async function readParts(
  client: Client,
  { tables }: Pick<Manifest, 'tables'>,
  taker: PartTaker = onlyCounted,
): Promise<Part[]> {
  const parts: Part[] = [];
  let rows = 0;
  for (const part of partsOf(tables)) {
    await taker.begin(part);
    const figures = new RowFigures();
    const columns = tables.find(({ name }) => name === part.table)?.columns ?? [];
    const query = await rowsOf(client, part, columns);
    await copyOut(client, query, (piece) => {
      figures.add(piece);
      taker.tick(nameOf(part), rows + figures.rows);
      return taker.rows(piece);
    });
    rows += figures.rows;
    const done = { ...part, ...figures.figures() };
    await taker.end(done);
    parts.push(done);
  }
  return parts;
}
