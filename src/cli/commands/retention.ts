import { asPlatform, type Database } from '#db/database.ts';
import { dataFolderHolder } from '#db/embedded/data-lock.ts';
import { noteAct } from '#db/queries/audit.ts';
import { countOldArchives } from '#db/queries/old-report.ts';
import { unusedRecordings } from '#db/queries/phone-recording-sweep.ts';
import { readDefaults, readRetention, setRetention, tryRetention } from '#db/queries/retention.ts';
import { OnHold } from '#db/retention/batches.ts';
import { begunDeletions } from '#db/retention/begun.ts';
import { compact } from '#db/retention/compact.ts';
import { runRetention } from '#db/retention/run.ts';
import { describeBytes } from '#domain/disk-forecast.ts';
import {
  describeDays,
  isShorter,
  kindMeanings,
  kindsOfInstallation,
  parseRetention,
  type RetentionDays,
  type RetentionKind,
  retentionKinds,
  usualRetention,
} from '#domain/retention.ts';
import {
  type Command,
  type Context,
  type Given,
  type Option,
  Refusal,
  UsageError,
} from '../command.ts';
import { jsonOption, sayJson } from '../json.ts';
import { begunWords, deletedLines, goesLines, showRetention } from '../retention-words.ts';
import { clientOf } from '../shared.ts';
import { withDatabase } from '../with-database.ts';

const times = Object.fromEntries(
  retentionKinds.map((kind): [string, Option] => [
    kind,
    {
      value: String(usualRetention[kind]),
      meaning: `Days, or "keep": ${kindMeanings[kind]}. Default: ${describeDays(usualRetention[kind])}.`,
    },
  ]),
);

/** A name that another begins with comes after it. */
export const retentionCommands: Command[] = [
  {
    name: 'retention set',
    words: '[client code]',
    count: [0, 1],
    summary:
      'Set how long data is kept: for one client, or with --all for every client without its own time.',
    shows: true,
    options: {
      all: { meaning: "Set the installation's retention times instead of one client's." },
      ...times,
      yes: { meaning: 'Confirm a shorter time: the next run deletes what is older.' },
      json: jsonOption,
    },
    run: (given, context) => {
      const [code] = given.words;
      if ((code === undefined) !== given.has('all')) {
        throw new UsageError('Give a client code, or --all for the installation.');
      }
      const changes = changesOf(given, code);
      return withDatabase(context, (db) => change(db, given, context, changes));
    },
  },
  {
    name: 'retention run',
    words: '',
    count: [0, 0],
    summary: 'Delete expired data now; a job does it every night.',
    shows: true,
    options: {
      'dry-run': { meaning: 'Count what would be deleted, and change nothing.' },
      json: jsonOption,
    },
    run: (given, context) =>
      withDatabase(context, async (db) => {
        const dryRun = given.has('dry-run');
        const deleted = await runRetention(db, { dryRun }).catch((error) => {
          if (error instanceof OnHold) return error;
          throw error;
        });
        if (!deleted) throw new Refusal('Another process is already deleting. Try again later.');
        // A hold that begins during the run keeps the rest: what was deleted before is an act, too.
        if (!dryRun) await asPlatform(db, (tx) => noteAct(tx, { clientId: 0 }));
        if (deleted instanceof OnHold) {
          throw new Refusal(
            'The platform is on hold, so nothing more is deleted: comparing the journals may need it. Try again when the hold has ended.',
          );
        }
        if (given.has('json')) sayJson(context, { dryRun, ...deleted });
        else for (const line of deletedLines(deleted, dryRun)) context.say(line);
        return 0;
      }),
  },
  {
    name: 'retention compact',
    words: '',
    count: [0, 0],
    summary: 'Return the space of deleted data to the disk; Carillon must be stopped.',
    options: {},
    run: (_given, context) => giveRoomBack(context),
  },
  {
    name: 'retention',
    words: '[client code]',
    count: [0, 1],
    summary: 'Show how long data is kept, and what is stored.',
    shows: true,
    options: { json: jsonOption },
    run: (given, context) =>
      withDatabase(context, async (db) => {
        const [code] = given.words;
        const client = code === undefined ? undefined : await clientOf(db, code);
        context.say(await showRetention(db, client?.clientId, given.has('json')));
        return 0;
      }),
  },
];

async function giveRoomBack(context: Context): Promise<number> {
  const { databaseUrl, dataFolder } = context.config;
  const holder = databaseUrl ? undefined : dataFolderHolder(dataFolder);
  // A process that is just starting is not in the database yet.
  if (holder && holder.purpose !== 'command') throw runs(`process ${holder.pid}`);
  return withDatabase(context, async (db) => {
    await asPlatform(db, (tx) => noteAct(tx, { clientId: 0 }));
    const { done, busy } = await compact(db, (table) => context.note(`${table} …`));
    for (const { table, before, after } of done) {
      context.say(`${table}: ${describeBytes(before)} before, ${describeBytes(after)} now.`);
    }
    if (!busy) return 0;
    const who = busy.map(({ host, pid }) => `process ${pid} on ${host}`).join(', ');
    throw runs(who === '' ? 'an engine owns a campaign' : who);
  });
}

const runs = (who: string) =>
  new Refusal(
    `Carillon is running (${who}). Stop it first: each table is locked while it is rewritten. A killed process counts as running for ten more seconds.`,
  );

type Changes = Partial<RetentionDays>;

function changesOf(given: Given, code: string | undefined): Changes {
  const changes: Changes = {};
  for (const kind of retentionKinds) {
    const text = given.text(kind);
    if (text === undefined) continue;
    if (code !== undefined && kindsOfInstallation.includes(kind)) {
      throw new UsageError(`--${kind} applies to the whole installation. Give --all.`);
    }
    const days = parseRetention(kind, text);
    if (typeof days === 'string') throw new UsageError(days);
    changes[kind] = days;
  }
  if (Object.keys(changes).length > 0) return changes;
  throw new UsageError(
    `Specify what to change: ${retentionKinds.map((kind) => `--${kind}`).join(', ')}.`,
  );
}

async function change(db: Database, given: Given, context: Context, changes: Changes) {
  const [code] = given.words;
  const client = code === undefined ? undefined : await clientOf(db, code);
  const { before, clients } = await asPlatform(db, async (tx) => {
    const found = await readRetention(tx);
    const own = found.find(({ clientId }) => clientId === client?.clientId);
    return { before: own?.days ?? (await readDefaults(tx)), clients: found };
  });
  const kinds = Object.keys(changes) as RetentionKind[];
  const shorter = kinds.filter((kind) => isShorter(changes[kind] ?? null, before[kind]));
  if (shorter.length > 0 && !given.has('yes')) {
    const rules = ({ clientId, days, own }: (typeof clients)[number]) => {
      const meant = client === undefined || client.clientId === clientId;
      const held = client === undefined ? own : [];
      const changed = Object.entries(changes).filter(
        ([kind]) => !held.includes(kind as RetentionKind),
      );
      return meant ? { ...days, ...Object.fromEntries(changed) } : days;
    };
    const goes = await runRetention(db, { dryRun: true, rules });
    const files = await filesThatGo(db, client?.clientId, changes);
    throw new Refusal(
      `${shorter.map((kind) => `--${kind}`).join(', ')}: a shorter time deletes data for good. ${goes ? goesLines({ ...goes, ...files }) : ''} Nothing was changed. Use --yes to confirm.`,
    );
  }
  await asPlatform(db, async (tx) => {
    for (const kind of kinds) await setRetention(tx, client?.clientId, kind, changes[kind] ?? null);
  });
  const meant = clients.filter(({ clientId }) => !client || client.clientId === clientId);
  const longer = kinds.filter((kind) => !shorter.includes(kind));
  const begun = await begunDeletions(db, meant, longer);
  if (given.has('json')) {
    const still = begunWords(begun) === '' ? {} : { begun };
    sayJson(context, { client: client?.code ?? null, days: changes, ...still });
    return 0;
  }
  const whose = client ? `Client "${client.code}"` : 'The installation';
  const said = kinds.map((kind) => `${kind} ${describeDays(changes[kind] ?? null)}`);
  context.say(`${whose} keeps ${said.join(', ')}.${begunWords(begun)}`);
  return 0;
}

/** Undoes its transaction. */
class Counted extends Error {
  readonly files: { recordings: number; reports: number };
  constructor(files: { recordings: number; reports: number }) {
    super();
    this.files = files;
  }
}

/** Recordings and reports that other times would delete: set, counted and undone. */
async function filesThatGo(db: Database, clientId: number | undefined, changes: Changes) {
  try {
    return await asPlatform(db, async (tx) => {
      for (const [kind, days] of Object.entries(changes)) {
        await tryRetention(tx, clientId, kind as RetentionKind, days);
      }
      const recordings = await unusedRecordings(tx);
      throw new Counted({ recordings, reports: await countOldArchives(tx) });
    });
  } catch (error) {
    if (error instanceof Counted) return error.files;
    throw error;
  }
}
