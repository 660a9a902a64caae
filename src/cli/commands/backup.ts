import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkBackup } from '#db/backup/check-backup.ts';
import { assertWritable, fileSink, type Sink, streamSink } from '#db/backup/file-writer.ts';
import type { Manifest } from '#db/backup/format.ts';
import { readLastBackup, rememberBackup } from '#db/backup/last-backup.ts';
import { rowsText, sizeOf } from '#db/backup/progress.ts';
import { takeBackup } from '#db/backup/take-backup.ts';
import { connectionOf, type DatabaseConnection, directOf } from '#db/connection.ts';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { ringText } from '#db/key-ring.ts';
import { version } from '#version.ts';
import { absolute, isPipe, openBackup, verifyFile } from '../backup-file.ts';
import { type Command, type Context, type Given, Refusal, UsageError } from '../command.ts';
import { jsonOption, sayJson } from '../json.ts';
import { noteCommand } from '../note-command.ts';
import { keySource, readRing } from '../start/key-file.ts';
import { withServer } from '../with-database.ts';

export const backupCommand: Command = {
  name: 'backup',
  words: '<file>',
  count: [0, 1],
  shows: true,
  summary:
    'Write the whole database to a file, whether Carillon is running or not; "-" writes to a pipe.',
  options: {
    'with-key': {
      meaning: 'Include carillon.key. Anyone who has the file can then read everything.',
    },
    check: {
      meaning:
        'Restore the file into a separate database and compare it; without a file, the last backup. A file that does not exist is written first.',
    },
    json: jsonOption,
  },
  async run(given, context) {
    const [named] = given.words;
    if (!given.has('check')) {
      if (named === undefined) throw new UsageError('An argument is missing: <file>');
      return backup(named, given, context);
    }
    const file = named ?? lastFile(context);
    // One result: what the check says.
    const before = given.has('json') ? { ...context, say: context.note } : context;
    if (!isPipe(file) && !existsSync(file)) await backup(file, given, before);
    return check(file, given, context);
  },
};

/** The file of the last backup that this data folder knows of. */
function lastFile({ config: { dataFolder } }: Context): string {
  const last = readLastBackup(dataFolder);
  if (!last || isPipe(last.file)) {
    throw new UsageError(`No backup has been made with ${dataFolder} yet. Name a file.`);
  }
  if (existsSync(last.file)) return last.file;
  throw new Refusal(`The last backup, ${last.file}, no longer exists.`);
}

async function backup(file: string, given: Given, context: Context): Promise<number> {
  const { dataFolder } = context.config;
  assertDatabase(context);
  const key = given.has('with-key') ? keyOf(context) : undefined;
  if (!isPipe(file)) await assertWritable(file).catch(cannotWrite(file));
  const taken = await withServer(context, async (connection) => {
    const { sink, forget } = await openSink(file);
    try {
      // Before the first byte, as with everything that is handed out; so the backup has its own entry.
      await noteBackup(connection, context, { file: absolute(file), withKey: !!key });
      return await takeBackup(connection, sink, { carillon: version, key, say: context.note });
    } finally {
      forget();
    }
  });
  rememberBackup(dataFolder, absolute(file), taken);
  const { manifest, footer, bytes } = taken;
  // What goes to a pipe must be the backup alone.
  const say = isPipe(file) ? context.note : context.say;
  const { takenAt } = manifest;
  const facts = { file: absolute(file), takenAt, rows: footer.rows, bytes, withKey: !!key };
  if (given.has('json')) sayJson({ say }, facts);
  else {
    say(
      `Wrote ${isPipe(file) ? 'the backup' : file}: ${rowsText(footer.rows)} as of ${takenAt}, ${sizeOf(bytes)}.`,
    );
  }
  if (key) context.note('The backup contains carillon.key. Keep it where nobody else can read it.');
  else if (manifest.keyFingerprint !== null) context.note(keepSentence(context, manifest));
  return 0;
}

async function noteBackup(
  connection: DatabaseConnection,
  context: Context,
  facts: { file: string; withKey: boolean },
): Promise<void> {
  const db = openDatabase({ ...connectionOf(connection, 'command'), max: 1 });
  try {
    await noteCommand(db, context, { thing: { kind: 'installation' }, facts });
  } finally {
    await closeDatabase(db);
  }
}

/** A signal leaves no partial file behind. */
async function openSink(file: string): Promise<{ sink: Sink; forget(): void }> {
  if (isPipe(file)) return { sink: streamSink(process.stdout), forget: () => {} };
  const sink = await fileSink(file);
  const stop = (signal: NodeJS.Signals) => {
    rmSync(sink.partial, { force: true });
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  return { sink, forget: () => void process.off('SIGINT', stop).off('SIGTERM', stop) };
}

function cannotWrite(file: string) {
  return (cause: Error) => {
    throw new Refusal(`The file ${file} cannot be written: ${cause.message}.`, { cause });
  };
}

/** Which keys open the backup, and where they are now. */
function keepSentence({ config }: Context, { keyIds = [] }: Manifest): string {
  const { path } = keySource(config);
  const names = keyIds.length > 1 ? ` (keys ${keyIds.join(', ')})` : '';
  return `The backup does not contain carillon.key. Keep a copy of ${path}${names} elsewhere: without it, personal data in the backup cannot be read.`;
}

function keyOf({ config }: Context): string {
  const source = keySource(config);
  const ring = readRing(source);
  if (ring) return ringText(ring);
  throw new Refusal(`The backup cannot include the key: ${source.path} does not exist.`);
}

/** Opening an embedded database that does not exist would create an empty one. */
function assertDatabase({ config }: Context): void {
  if (config.databaseUrl || existsSync(join(config.dataFolder, 'postgres'))) return;
  throw new Refusal(
    `There is no database in ${config.dataFolder} yet. "carillon start" creates one; CARILLON_DATA names the folder.`,
  );
}

async function check(file: string, given: Given, context: Context): Promise<number> {
  await verifyFile(file, context);
  assertDatabase(context);
  const reader = openBackup(file);
  try {
    const footer = await withServer(context, (connection) =>
      checkBackup(directOf(connection, 'backup'), reader, context.note),
    );
    const { takenAt } = await reader.manifest();
    if (given.has('json')) {
      sayJson(context, { file: absolute(file), whole: true, takenAt, rows: footer.rows });
      return 0;
    }
    context.say(
      `${isPipe(file) ? 'The backup' : file} is intact: ${rowsText(footer.rows)} as of ${takenAt} were restored unchanged.`,
    );
  } finally {
    reader.close();
  }
  return 0;
}
