import { accessSync, constants, createReadStream } from 'node:fs';
import { z } from 'zod';
import { ProblemError } from '#contract/errors.ts';
import { asPlatform, type Database } from '#db/database.ts';
import { noteAct } from '#db/queries/audit.ts';
import { easternDate } from '#domain/wall-time.ts';
import { blockFile } from '#imports/do-not-call-upload.ts';
import { importRegistry } from '#imports/registry-upload.ts';
import { withJournal } from '#witness/command-journal.ts';
import { type Command, type Context, Refusal } from '../command.ts';
import { jsonOption, sayJson } from '../json.ts';
import { clientOf, count } from '../shared.ts';
import { withDatabase } from '../with-database.ts';

const shownWrong = 5;

export const dncCommand: Command = {
  name: 'dnc import',
  words: '<client code> <file>',
  count: [2, 2],
  shows: true,
  summary: `Add the numbers of a file to a client's do-not-call list; "-" reads standard input.`,
  options: {
    column: {
      value: 'name',
      meaning: 'Column name in the header, or its number (1, 2, …). Default: the first column.',
    },
    registry: {
      value: 'national',
      meaning:
        'The file is of the National Do Not Call Registry: its numbers hold only campaigns that a rule of the contact policy names.',
    },
    'as-of': {
      value: 'date',
      meaning:
        'With --registry: the day of the download, as 2026-11-15; at the latest today in Eastern time.',
    },
    replace: {
      meaning: 'With --registry: numbers that only files of earlier dates had are removed.',
    },
    json: jsonOption,
  },
  run: (given, context) => {
    const [code = '', path = ''] = given.words;
    assertReadable(path);
    const registry = registryOf(given);
    if (registry) return importRegistryFile(code, path, registry, given, context);
    return withDatabase(context, async (db) => {
      const { clientId } = await clientOf(db, code);
      const counts = await withJournal(db, context.config.dataFolder, (journaled) =>
        importFile(journaled, clientId, path, given.text('column'), context),
      );
      const { added, wrong: withoutNumber } = counts;
      const onListBefore = counts.numbers - added;
      const facts = { added, onListBefore, withoutNumber };
      const act = { clientId, thing: { kind: 'doNotCall' }, facts };
      await asPlatform(db, (tx) => noteAct(tx, act));
      if (given.has('json')) sayJson(context, { added, onListBefore, withoutNumber });
      else {
        context.say(
          `Added ${count(added, 'number')} to the do-not-call list of "${code}". ${count(onListBefore, 'number was', 'numbers were')} already on it. ${count(withoutNumber, 'line')} had no valid number.`,
        );
      }
      if (counts.numbers > 0) return 0;
      // It protects nobody, whatever the operator believes: a script must notice.
      throw new Refusal(
        `No valid number was found in ${path === '-' ? 'standard input' : path}, so nothing was imported.`,
      );
    });
  },
};

type Given = Parameters<Command['run']>[0];

function registryOf(given: Given): { asOf: string; replaces: boolean } | undefined {
  const registry = given.text('registry');
  const asOf = given.text('as-of');
  if (registry === undefined) {
    if (asOf === undefined && !given.has('replace')) return undefined;
    throw new Refusal('--as-of and --replace belong to --registry=national.');
  }
  if (registry !== 'national') throw new Refusal('The only registry is "national".');
  if (!z.iso.date().safeParse(asOf).success || asOf === undefined) {
    throw new Refusal('Say of which day the file is: --as-of=2026-11-15.');
  }
  // By the clock that judges its age.
  if (asOf > easternDate(new Date())) {
    throw new Refusal('--as-of cannot be in the future: in Eastern time that day has not begun.');
  }
  return { asOf, replaces: given.has('replace') };
}

function importRegistryFile(
  code: string,
  path: string,
  { asOf, replaces }: { asOf: string; replaces: boolean },
  given: Given,
  context: Context,
) {
  return withDatabase(context, async (db) => {
    const { clientId } = await clientOf(db, code);
    const column = given.text('column');
    const counts = await importRegistry(db, clientId, {
      ...{ input: path === '-' ? process.stdin : createReadStream(path), asOf, replaces },
      column: column === undefined ? 'first' : { named: column },
    }).catch((error) => {
      throw error instanceof ProblemError ? new Refusal(error.message, { cause: error }) : error;
    });
    const { added, gone: removed, wrong: withoutNumber } = counts;
    const facts = { registry: 'national', asOf, added, removed, withoutNumber };
    const act = { clientId, thing: { kind: 'doNotCall' }, facts };
    await asPlatform(db, (tx) => noteAct(tx, act));
    if (counts.numbers === 0)
      throw new Refusal('No valid number was found, so nothing was imported.');
    if (given.has('json')) sayJson(context, { added, asOf, removed, withoutNumber });
    else {
      context.say(
        `Added ${count(added, 'number')} of the national do-not-call list of ${asOf} for "${code}", and removed ${count(removed, 'number')}. ${count(withoutNumber, 'line')} had no valid number. They hold only campaigns that a rule of the contact policy names.`,
      );
    }
    return 0;
  });
}

function assertReadable(path: string): void {
  if (path === '-') return;
  try {
    accessSync(path, constants.R_OK);
  } catch (cause) {
    throw new Refusal(`The file ${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

async function importFile(
  db: Database,
  clientId: number,
  path: string,
  column: string | undefined,
  context: Context,
) {
  let notedAt = Date.now();
  let wrong = 0;
  try {
    return await blockFile(db, clientId, {
      input: path === '-' ? process.stdin : createReadStream(path),
      column: column === undefined ? 'first' : { named: column },
      sender: { source: 'operator', managerId: null },
      onProgress: ({ numbers, added }) => {
        if (Date.now() - notedAt < 1000) return;
        notedAt = Date.now();
        context.note(`${count(numbers, 'number')} read, ${added.toLocaleString('en-US')} new …`);
      },
      onWrong: (line, value) => {
        wrong += 1;
        if (wrong <= shownWrong) context.note(`Line ${line}: "${value}" is not a valid number.`);
        if (wrong === shownWrong) context.note('More invalid lines follow; they are only counted.');
      },
    });
  } catch (error) {
    if (error instanceof ProblemError) throw new Refusal(error.message, { cause: error });
    throw error;
  }
}
