/** The rights of a person in the lists: to know, to have, to be forgotten (decision 073). */
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { ProblemError } from '#contract/errors.ts';
import type { PersonData } from '#contract/person-data.ts';
import { asClient, asPlatform, type Database } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import { noteAct } from '#db/queries/audit.ts';
import { listClients } from '#db/queries/client.ts';
import { readPerson } from '#db/queries/person-data.ts';
import { erasePerson } from '#db/queries/person-erase.ts';
import { withJournal } from '#witness/command-journal.ts';
import { readErased, redactFolder } from '#witness/redact-files.ts';
import { type Command, type Context, type Given, Refusal, UsageError } from '../command.ts';
import { jsonOption, sayJson } from '../json.ts';
import { clientOf, count, phoneOf } from '../shared.ts';
import { openVault } from '../start/data-key.ts';
import { withDatabase } from '../with-database.ts';

const clientOption = {
  value: 'CODE',
  meaning: 'Only of this client. Default: of all clients.',
};

interface Found {
  clientId: number;
  code: string;
  person: PersonData;
}

interface Work {
  db: Database;
  vault: Vault;
  phone: string;
  clients: { clientId: number; code: string }[];
}

export const personCommands: Command[] = [
  {
    name: 'person show',
    words: '<number>',
    count: [1, 1],
    shows: true,
    summary: 'Show how much is kept about a number, place by place; --json shows every row.',
    options: { client: clientOption, json: jsonOption },
    run: (given, context) =>
      withPerson(given, context, async (work) => {
        const found = await readAll(work, false);
        if (given.has('json')) sayJson(context, { clients: found });
        else sayCounts(context, found);
        return 0;
      }),
  },
  {
    name: 'person export',
    words: '<number>',
    count: [1, 1],
    summary: 'Write everything kept about a number to one JSON file, sounds included.',
    options: {
      client: clientOption,
      out: { value: 'FILE', meaning: 'The new file. It holds personal data, SSNs in full.' },
    },
    run: (given, context) =>
      withPerson(given, context, async (work) => {
        const path = given.text('out');
        if (path === undefined) throw new UsageError('--out=FILE is needed.');
        // Never over another file, and for nobody else to read.
        const file = newFile(path);
        const found = await readAll(work, true);
        writeFileSync(file, `${JSON.stringify({ phone: work.phone, clients: found }, null, 2)}\n`);
        closeSync(file);
        context.say(`Written: ${path}`);
        return 0;
      }),
  },
  {
    name: 'person erase',
    words: '<number>',
    count: [1, 1],
    shows: true,
    summary:
      'Erase a number everywhere. It stays on the do-not-call list, so it is not called again.',
    options: {
      client: clientOption,
      'hash-dnc': { meaning: 'Keep its do-not-call entry as a keyed hash, not as the number.' },
      json: jsonOption,
    },
    run: (given, context) => withPerson(given, context, (work) => eraseAll(work, given, context)),
  },
];

function withPerson(
  given: Given,
  context: Context,
  run: (work: Work) => Promise<number>,
): Promise<number> {
  const phone = phoneOf(given.words[0] ?? '');
  return withDatabase(context, async (db) => {
    const vault = await openVault(context.config, db);
    const code = given.text('client');
    const clients =
      code === undefined
        ? await asPlatform(db, listClients)
        : [{ ...(await clientOf(db, code)), code }];
    return run({ db, vault, phone, clients });
  });
}

/** @throws Refusal when it exists or cannot be written */
function newFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new Refusal(`The file ${path} exists. Give a new name.`, { cause });
    throw new Refusal(`The file ${path} cannot be written: ${message}`, { cause });
  }
}

const thingOf = (phone: string) => ({ kind: 'person', name: `…${phone.slice(-4)}` });

/** Each look is an entry, before anything is shown; `operation` unless it is the command's own. */
async function readAll(
  { db, vault, phone, clients }: Work,
  whole: boolean,
  operation?: string,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const { clientId, code } of clients) {
    const act = { clientId, thing: thingOf(phone), ...(operation && { operation }) };
    await asClient(db, clientId, (tx) => noteAct(tx, act));
    const wish = { clientId, phone, fullSsn: whole, sounds: whole };
    found.push({ clientId, code, person: await readPerson(db, vault, wish) });
  }
  return found.filter(({ person }) => person.places.length > 0 || person.receipts.length > 0);
}

function sayCounts(context: Context, found: readonly Found[]): void {
  if (found.length === 0) context.say('Nothing is kept about this number.');
  for (const { code, person } of found) {
    context.say(`Client "${code}":`);
    for (const { place, total } of person.places) context.say(`  ${place}: ${total}`);
    for (const { at } of person.receipts) context.say(`  erased on ${at}`);
    if (person.otherNumbers.length > 0) {
      context.say(`  other numbers of the same accounts: ${person.otherNumbers.join(', ')}`);
    }
  }
}

interface EraseResult {
  erased: { client: string; counts: object }[];
  /** Why nothing of a client was changed. */
  refused: { client: string; reason: string }[];
  /** What ended the command before the last client. */
  failure?: unknown;
}

async function eraseAll(work: Work, given: Given, context: Context): Promise<number> {
  const { db, vault, phone } = work;
  // The erasure has its own entry, and so has its refusal: this is a look so far.
  const found = await readAll(work, false, 'person show');
  const holding = found.filter(({ person }) => person.places.length > 0);
  const { dataFolder } = context.config;
  const hashed = given.has('hash-dnc');
  const { failure, ...result } = await withJournal(db, dataFolder, (journaled) =>
    eraseOf(holding, (clientId) =>
      erasePerson(journaled, vault, { clientId, phone, hashed, managerId: null }).catch(
        async (cause) => {
          await noteRefusal(work, clientId, cause);
          throw cause;
        },
      ),
    ),
  );
  // Also where a client refuses: the others are done.
  const isErased = await readErased(db, vault.lookupKey('numbers'));
  if (isErased) await redactFolder(dataFolder, isErased);
  if (given.has('json')) sayJson(context, result);
  else sayErased(context, result);
  if (failure !== undefined) throw failure;
  return result.refused.length > 0 ? 1 : 0;
}

async function noteRefusal({ db, phone }: Work, clientId: number, cause: unknown): Promise<void> {
  if (!(cause instanceof ProblemError)) return;
  const act = { clientId, thing: thingOf(phone), refused: cause.code };
  await asClient(db, clientId, (tx) => noteAct(tx, act));
}

/** Client by client: one that refuses keeps no other from being erased. */
async function eraseOf(
  holding: readonly Found[],
  erase: (clientId: number) => Promise<{ counts: object }>,
): Promise<EraseResult> {
  const erased: EraseResult['erased'] = [];
  const refused: EraseResult['refused'] = [];
  for (const { clientId, code: client } of holding) {
    try {
      erased.push({ client, counts: (await erase(clientId)).counts });
    } catch (failure) {
      if (!(failure instanceof ProblemError)) return { erased, refused, failure };
      refused.push({ client, reason: failure.message });
    }
  }
  return { erased, refused };
}

function sayErased(context: Context, { erased, refused }: EraseResult): void {
  if (erased.length + refused.length === 0) context.say('Nothing is kept about this number.');
  for (const { client, counts } of erased) {
    const rows = Object.values(counts).reduce((sum: number, one: number) => sum + one, 0);
    context.say(`Erased of client "${client}": ${count(rows, 'row')}.`);
  }
  for (const { client, reason } of refused) {
    context.say(`Not erased for client "${client}": ${reason}`);
  }
  if (erased.length === 0) return;
  context.note('Backups that were made before still hold the number; a restore erases it again.');
}
