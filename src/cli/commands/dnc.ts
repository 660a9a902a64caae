import { accessSync, constants } from 'node:fs';
import { asClient, type Database } from '#db/database.ts';
import { importDoNotCall } from '#db/queries/do-not-call-import.ts';
import { settleOptOuts } from '#db/queries/opt-out-settled.ts';
import { type Command, type Context, Refusal } from '../command.ts';
import { type Column, readDncFile } from '../dnc-file.ts';
import { clientOf, count } from '../shared.ts';
import { withDatabase } from '../with-database.ts';

/** Large enough that a million numbers are a hundred statements. */
const batchSize = 10_000;
const shownWrong = 5;

export const dncCommand: Command = {
  name: 'dnc import',
  words: '<client code> <file>',
  count: [2, 2],
  summary: 'Add the numbers of a file to a client’s do-not-call list; «-» reads standard input.',
  options: {
    column: {
      value: 'name',
      meaning: 'Column of a table with a header; also 1, 2, … The first one when absent.',
    },
  },
  run: (given, context) => {
    const [code = '', path = ''] = given.words;
    assertReadable(path);
    return withDatabase(context, async (db) => {
      const { clientId } = await clientOf(db, code);
      const counts = await importFile(db, clientId, path, given.text('column'), context);
      const known = counts.numbers - counts.added;
      context.say(
        `${count(counts.added, 'number')} added to the do-not-call list of «${code}», ${count(known, 'number was', 'numbers were')} on it already, ${count(counts.wrong, 'line')} without a valid number.`,
      );
      return 0;
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
  let told = Date.now();
  const flush = async () => {
    counts.added += await asClient(db, clientId, (tx) => importDoNotCall(tx, clientId, batch));
    await settleOptOuts(db, clientId, batch);
    batch = [];
    if (Date.now() - told < 1000) return;
    told = Date.now();
    context.note(
      `${count(counts.numbers, 'number')} read, ${counts.added.toLocaleString('en-US')} new …`,
    );
  };
  for await (const item of readDncFile(path, column)) {
    if ('wrong' in item) {
      counts.wrong += 1;
      if (counts.wrong <= shownWrong)
        context.note(`Line ${item.line}: «${item.wrong}» is no valid number.`);
      if (counts.wrong === shownWrong) context.note('Further lines like this are only counted.');
      continue;
    }
    counts.numbers += 1;
    batch.push(item.phone);
    if (batch.length >= batchSize) await flush();
  }
  if (batch.length > 0) await flush();
  return counts;
}
