import { statfsSync } from 'node:fs';
import type { BackupReader } from '#db/backup/file-reader.ts';
import { BackupError, type Footer, type Manifest } from '#db/backup/format.ts';
import { type LoadWish, loadBackup, migrationsFor } from '#db/backup/load-backup.ts';
import { rowsText, sizeOf } from '#db/backup/progress.ts';
import { restoreEmbedded } from '#db/backup/restore-embedded.ts';
import { inspectTarget } from '#db/backup/target-server.ts';
import { makeDataFolder } from '#db/embedded/cluster-paths.ts';
import { lockDataFolder } from '#db/embedded/data-lock.ts';
import { assertReplaceable, hasCluster } from '#db/embedded/replace-cluster.ts';
import { type KeyRing, parseRing } from '#db/key-ring.ts';
import { readMigrations } from '#db/migrate.ts';
import { noteRestored } from '#db/queries/installation.ts';
import { isPipe, openBackup, verifyFile } from '../backup-file.ts';
import { type Command, type Context, type Given, Refusal } from '../command.ts';
import { jsonOption, sayJson } from '../json.ts';
import type { KeySettings } from '../start/data-key.ts';
import { keySource, putRingText, readRing } from '../start/key-file.ts';

export const restoreCommand: Command = {
  name: 'restore',
  words: '<file>',
  count: [1, 1],
  summary: 'Replace the database with a backup, while Carillon is stopped; "-" reads a pipe.',
  shows: true,
  options: {
    yes: { meaning: 'Do not ask before replacing an existing database.' },
    json: jsonOption,
  },
  run: restore,
};

async function restore(given: Given, context: Context): Promise<number> {
  const [file = ''] = given.words;
  const { directUrl, dataFolder } = context.config;
  // Past a pooler, whose connections would look like a running Carillon.
  const databaseUrl = directUrl ?? context.config.databaseUrl;
  makeDataFolder(dataFolder);
  const reader = openBackup(file);
  const lock = databaseUrl ? undefined : lockDataFolder(dataFolder, 'command');
  try {
    const manifest = await reader.manifest();
    migrationsFor(manifest, readMigrations(), reader.file);
    const key = keyFor(manifest, context.config);
    const whole = await verifyFile(file, context);
    if (whole && !databaseUrl) assertRoom(dataFolder, whole);
    const wish: LoadWish = {
      say: context.note,
      finish: (tx, { takenAt }) => noteRestored(tx, { takenAt, file }),
    };
    const { footer, said, aside } = databaseUrl
      ? await toServer(given, context, reader, wish, databaseUrl)
      : await toFolder(given, context, reader, wish);
    if (key.write) putRingText(keySource(context.config).path, key.write);
    if (given.has('json')) {
      const { takenAt, generation, carillon } = manifest;
      const done = { file, takenAt, rows: footer.rows, generation, carillon };
      sayJson(context, { ...done, keyWritten: key.write !== undefined, aside });
    } else context.say(`Restored: ${rowsText(footer.rows)} as of ${manifest.takenAt}.`);
    for (const sentence of [...said, ...key.said]) context.note(sentence);
    context.note(
      `Carillon will start on hold, because the backup does not know who was called or opted out after ${manifest.takenAt}. Start it, then run "carillon restore reconcile".`,
    );
    return 0;
  } finally {
    reader.close();
    lock?.release();
  }
}

/** A lower bound: with its indexes, a database takes more room than its rows as text. */
function assertRoom(dataFolder: string, { bytes }: Footer): void {
  const { bavail, bsize } = statfsSync(dataFolder);
  if (bavail * bsize >= bytes) return;
  throw new Refusal(
    `${dataFolder} has ${sizeOf(bavail * bsize)} free, and the backup needs more than ${sizeOf(bytes)}. Nothing was changed.`,
  );
}

interface Done {
  footer: Footer;
  said: string[];
  /** Where the previous database is kept; null: there was none, or it was replaced. */
  aside: string | null;
}

async function toFolder(
  given: Given,
  context: Context,
  reader: BackupReader,
  wish: LoadWish,
): Promise<Done> {
  const { dataFolder, clockLibrary: clock } = context.config;
  assertReplaceable(dataFolder);
  if (hasCluster(dataFolder)) {
    await agree(
      given,
      context,
      `The data folder ${dataFolder} already has a database, which would be moved aside.`,
    );
  }
  const { footer, aside } = await restoreEmbedded({ dataFolder, clock }, reader, wish);
  const said = aside
    ? [`The previous database is kept in ${aside}. Remove that folder when you no longer need it.`]
    : [];
  return { footer, said, aside: aside ?? null };
}

async function toServer(
  given: Given,
  context: Context,
  reader: BackupReader,
  wish: LoadWish,
  connectionString: string,
): Promise<Done> {
  const { content, database, others } = await inspectTarget({ connectionString });
  if (content === 'others') {
    throw new Refusal(
      `The database ${database} contains tables that are not Carillon's. Restore into an empty one.`,
    );
  }
  if (others.length > 0) {
    const shown = others.slice(0, 3).join(', ');
    throw new Refusal(
      `${others.length} other connections of this role are open to the database ${database} (${shown}). Stop every Carillon that uses it first.`,
    );
  }
  if (content === 'carillon') {
    const what = `The database ${database} already contains a Carillon. Everything in its schema "public" would be replaced.`;
    await agree(given, context, what);
  }
  return { footer: await loadBackup({ connectionString }, reader, wish), said: [], aside: null };
}

/** @throws Refusal unless somebody agreed */
async function agree(given: Given, context: Context, what: string): Promise<void> {
  if (given.has('yes')) return;
  // Standard input is the backup itself when it is piped.
  if (!context.isPerson || isPipe(given.words[0] ?? '')) {
    throw new Refusal(`${what} Nothing was changed. Use --yes to confirm.`);
  }
  const answer = await context.secret(`${what} Type "yes" to continue`);
  if (answer.trim().toLowerCase() !== 'yes') throw new Refusal('Nothing was changed.');
}

interface KeyPlan {
  /** What is written into the key file at the end. */
  write?: string;
  said: string[];
}

/**
 * Checks, before anything is changed, whether the key file can open what is sealed in the backup.
 *
 * @throws BackupError when it lacks a key; a key file is never overwritten
 */
function keyFor({ key, keyFingerprint, keyIds }: Manifest, settings: KeySettings): KeyPlan {
  if (keyFingerprint === null) return { said: [] };
  const source = keySource(settings);
  const needed = keyIds && keyIds.length > 0 ? keyIds : [keyFingerprint];
  const there = readRing(source);
  if (there) {
    const missing = lackedBy(there, needed);
    if (missing.length === 0) return { said: [] };
    const which = missing.join(', ');
    const cure =
      there.keys.length === 1
        ? 'Put the right carillon.key there, or move this one away.'
        : 'Add the line of each missing key from a copy of the key file of that time, or move this file away.';
    throw new BackupError(
      `The key in ${source.path} does not match this backup (${which}). ${cure} Nothing was changed.`,
    );
  }
  if (key === undefined) {
    const what = `Before the first start, copy the carillon.key of the installation that was backed up (${needed.join(', ')}) to ${source.path}.`;
    return { said: [what] };
  }
  if (lackedBy(parseRing(key), needed).length > 0) {
    throw new BackupError('The key in this backup does not match its data.');
  }
  return {
    write: `${key.trimEnd()}\n`,
    said: [`carillon.key was restored from the backup to ${source.path}.`],
  };
}

const lackedBy = ({ keys }: KeyRing, needed: readonly string[]) =>
  needed.filter((id) => !keys.some((key) => key.id === id));
