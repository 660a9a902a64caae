import type { ClientConfig, PoolClient } from 'pg';
import { asOwner, closeDatabase, openDatabase, type Tx } from '../database.ts';
import { migrateJobQueue } from '../job-queue.ts';
import { applyWithin, type Migration, makeMigrationTable, readMigrations } from '../migrate.ts';
import { recordTakeover, takeoverProblem, underTodaysNames } from '../takeover.ts';
import { jobColumns, prepareSession, quoted } from './catalog.ts';
import { copyIn } from './copy.ts';
import { explained } from './explain.ts';
import type { BackupReader, Item } from './file-reader.ts';
import {
  BackupError,
  type Footer,
  jobsPart,
  type Manifest,
  nameOf,
  type Part,
  type PartName,
} from './format.ts';
import { Progress, rowsText } from './progress.ts';
import {
  attach,
  clear,
  makeReady,
  putBack,
  queueJobs,
  securePartitions,
  setSequences,
} from './target.ts';

export interface LoadWish {
  /** Progress, at most a line a second and one for each longer step. */
  say?: (line: string) => void;
  /** Inspects the loaded database before it is brought up to this version. */
  inspect?: (client: PoolClient, footer: Footer) => Promise<void>;
  /** The last thing in the transaction. */
  finish?: (tx: Tx, manifest: Manifest) => Promise<void>;
  /** The migrations of this version. */
  migrations?: Migration[];
}

/** Milliseconds that it waits for locks of others. */
const lockMs = 30_000;

/** The migrations that a backup's rows fit, and those that came after it. */
export function migrationsFor(
  manifest: Manifest,
  migrations: readonly Migration[],
  file: string,
): { schema: Migration[]; later: Migration[] } {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const by = `The backup ${file} was made by Carillon ${manifest.carillon}`;
  const schema = appliedIn(manifest, migrations, by).map(([name, checksum]) => {
    const found = known.get(name);
    if (found?.checksum === checksum) return found;
    throw new BackupError(
      found
        ? `${by}, whose migration ${name} differs from the one in this version.`
        : `${by} and has the migration ${name}, which this version does not have. Restore it with that version or a later one.`,
    );
  });
  const had = new Set(schema);
  return { schema, later: migrations.filter((migration) => !had.has(migration)) };
}

/** The manifest's migrations, under today's names. */
function appliedIn(manifest: Manifest, migrations: readonly Migration[], by: string) {
  const applied = new Map(manifest.migrations.map(({ name, checksum }) => [name, checksum]));
  const problem = takeoverProblem(applied);
  if (!problem) return [...underTodaysNames(applied, migrations)];
  throw new BackupError(
    `${by} and ${problem.what}. Restore it with Carillon at commit ${problem.commit}, start that once, and take a new backup.`,
  );
}

/**
 * Loads a backup into a database, replacing what its schema public holds, in one transaction:
 * either all of it is there, at this version's schema, or nothing changed.
 *
 * @throws BackupError when the file is damaged, or of a newer version
 */
export async function loadBackup(
  connection: ClientConfig,
  reader: BackupReader,
  wish: LoadWish = {},
): Promise<Footer> {
  const manifest = await reader.manifest();
  const migrations = migrationsFor(manifest, wish.migrations ?? readMigrations(), reader.file);
  // The queue's own schema is made in transactions of its own; it stays empty and harmless until
  // the jobs come with everything else.
  await migrateJobQueue(connection);
  const db = openDatabase({ ...connection, max: 1, application_name: 'carillon restore' });
  try {
    return await asOwner(db, async (tx) => {
      const footer = await load(tx.client, reader, manifest, migrations.schema, wish);
      await wish.inspect?.(tx.client, footer);
      await recordTakeover(tx.client, migrations.schema);
      await bringUpToDate(tx.client, migrations.later);
      await wish.finish?.(tx, manifest);
      return footer;
    });
  } catch (error) {
    throw explained(error);
  } finally {
    await closeDatabase(db);
  }
}

async function load(
  client: PoolClient,
  reader: BackupReader,
  manifest: Manifest,
  schema: Migration[],
  wish: LoadWish,
): Promise<Footer> {
  const say = wish.say ?? (() => {});
  await prepareSession(client, lockMs);
  // A process that starts meanwhile waits, and finds it restored or unchanged.
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('carillon migrations'))`);
  await clear(client);
  await makeMigrationTable(client);
  await applyWithin(client, schema);
  await prepareSession(client, lockMs);
  await client.query(`SET LOCAL maintenance_work_mem = '256MB'`);
  const taken = await makeReady(client, manifest.tables);
  await client.query(`CREATE TEMP TABLE restored_job (${jobColumns}) ON COMMIT DROP`);
  const footer = await loadParts(client, reader, manifest, say);
  say('Rows restored; building indexes …');
  await putBack(client, taken.indexes);
  await putBack(client, taken.foreignKeys);
  await putBack(client, taken.triggers);
  await putBack(client, taken.security);
  await securePartitions(client, manifest.tables);
  await setSequences(client, footer.sequences);
  await queueJobs(client);
  await client.query(`ANALYZE ${manifest.tables.map(({ name }) => quoted(name)).join(', ')}`);
  return footer;
}

async function bringUpToDate(client: PoolClient, later: Migration[]): Promise<void> {
  await applyWithin(client, later);
  for (const { name, checksum } of later) {
    await client.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [name, checksum]);
  }
}

async function loadParts(
  client: PoolClient,
  reader: BackupReader,
  manifest: Manifest,
  say: (line: string) => void,
): Promise<Footer> {
  const items = reader.items();
  const progress = new Progress(say);
  const loaded = { rows: 0 };
  for (;;) {
    const { value: item } = await items.next();
    if (item?.kind === 'footer') return item.footer;
    if (item?.kind !== 'part') throw outOfOrder(reader);
    const { part } = item;
    const tick = (bytes: number) =>
      progress.tick(
        () =>
          `${rowsText(loaded.rows)} and ${Math.round(bytes / 1e6)} MB of ${nameOf(part)} restored …`,
      );
    const end = { found: undefined as Part | undefined };
    const rows = await copyIn(client, targetOf(part, manifest), piecesOf(items, end, tick));
    if (!end.found) throw outOfOrder(reader);
    if (end.found.rows !== rows) {
      throw new BackupError(
        `${nameOf(part)} has ${rowsText(rows)} after the restore, but ${rowsText(end.found.rows)} in the backup ${reader.file}.`,
      );
    }
    loaded.rows += rows;
    const partitions = manifest.tables.find(({ name }) => name === part.table)?.partitions;
    if (part.partition && partitions) await attach(client, part.table, partitions, part.partition);
  }
}

const outOfOrder = ({ file }: BackupReader) =>
  new BackupError(`The backup ${file} is damaged: its parts are out of order.`);

/** The rows of one part, up to its end. */
async function* piecesOf(
  items: AsyncGenerator<Item>,
  end: { found: Part | undefined },
  tick: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for (;;) {
    const { value: item } = await items.next();
    if (item?.kind === 'end') end.found = item.part;
    if (item?.kind !== 'rows') return;
    bytes += item.piece.length;
    tick(bytes);
    yield item.piece;
  }
}

function targetOf(part: PartName, { tables }: Manifest): string {
  if (part.table === jobsPart) return 'restored_job';
  const columns = tables.find(({ name }) => name === part.table)?.columns ?? [];
  return `public.${quoted(nameOf(part))} (${columns.map(quoted).join(', ')})`;
}
