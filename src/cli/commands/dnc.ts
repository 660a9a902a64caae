import { accessSync, constants } from 'node:fs';
import type { Database, Tx } from '#db/database.ts';
import { importDoNotCall } from '#db/queries/do-not-call-import.ts';
import { settleOptOuts } from '#db/queries/opt-out-settled.ts';
import { withJournal } from '#witness/command-journal.ts';
import { type Command, type Context, Refusal } from '../command.ts';
import { type Column, readDncFile } from '../dnc-file.ts';
import { jsonOption, sayJson } from '../json.ts';
import { clientOf, count } from '../shared.ts';
import { withDatabase } from '../with-database.ts';

/** Large enough that a million numbers take only a hundred statements. */
const batchSize = 10_000;
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
    json: jsonOption,
  },
  run: (given, context) => {
    const [code = '', path = ''] = given.words;
    assertReadable(path);
    return withDatabase(context, async (db) => {
      const { clientId } = await clientOf(db, code);
      const counts = await withJournal(db, context.config.dataFolder, (journaled) =>
        importFile(journaled, clientId, path, given.text('column'), context),
      );
      const { added, wrong: withoutNumber } = counts;
      const onListBefore = counts.numbers - added;
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
  column: Column,
  context: Context,
) {
  const counts = { numbers: 0, added: 0, wrong: 0 };
  let batch: string[] = [];
  let notedAt = Date.now();
  const flush = async () => {
    const write = (tx: Tx) => importDoNotCall(tx, clientId, batch);
    counts.added += await settleOptOuts(db, clientId, write, () => batch);
    batch = [];
    if (Date.now() - notedAt < 1000) return;
    notedAt = Date.now();
    context.note(
      `${count(counts.numbers, 'number')} read, ${counts.added.toLocaleString('en-US')} new …`,
    );
  };
  for await (const item of readDncFile(path, column)) {
    if ('wrong' in item) {
      counts.wrong += 1;
      if (counts.wrong <= shownWrong)
        context.note(`Line ${item.line}: "${item.wrong}" is not a valid number.`);
      if (counts.wrong === shownWrong)
        context.note('More invalid lines follow; they are only counted.');
      continue;
    }
    counts.numbers += 1;
    batch.push(item.phone);
    if (batch.length >= batchSize) await flush();
  }
  if (batch.length > 0) await flush();
  return counts;
}
