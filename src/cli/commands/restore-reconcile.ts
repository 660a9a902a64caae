import { setTimeout as sleep } from 'node:timers/promises';
import { asPlatform, type Database, type Tx } from '#db/database.ts';
import { createVault, type Vault } from '#db/encryption.ts';
import {
  askToReconcile,
  endHoldWhenAllCame,
  noteLostJournals,
  readHold,
  readWorld,
  restLeft,
} from '#db/queries/hold.ts';
import { goneFolders } from '#db/queries/hold-carriers.ts';
import {
  longSilentFolders,
  noteGone,
  noteReconciled,
  type Outstanding,
  outstanding,
  readLastReconciliation,
} from '#db/queries/reconciliation.ts';
import { easternTime } from '#domain/eastern-time.ts';
import { holdCause } from '#domain/reason-sentences.ts';
import { holdReason } from '#domain/reasons.ts';
import { openWitnessFolder, type WitnessFolder } from '#witness/folder.ts';
import { reconcileFolder } from '#witness/reconcile.ts';
import { meetHold } from '#witness/standing-hold.ts';
import type { CarrierTools } from '../carrier-try.ts';
import { type Command, type Context, Refusal } from '../command.ts';
import { jsonOption, sayJson } from '../json.ts';
import {
  askCarriers,
  askedSince,
  letCarriersGo,
  waitForCarriers,
} from '../reconcile/ask-carriers.ts';
import {
  longSilentWords,
  otherFolderWords,
  outstandingSentences,
  reportWords,
} from '../reconcile/folder-report.ts';
import { keep, keepNumbers } from '../reconcile/kept-report.ts';
import { findSources, type Sources, type SourceWish } from '../reconcile/sources.ts';
import { count } from '../shared.ts';
import { loadDataKey } from '../start/data-key.ts';
import { withDatabase } from '../with-database.ts';

/**
 * Ends a hold: what the journals saw, and the carriers' own records, is put into the database, and calls
 * and texts go on.
 */
export function restoreReconcileCommand(tools: CarrierTools): Command {
  return {
    name: 'restore reconcile',
    words: '',
    count: [0, 0],
    shows: true,
    summary:
      'After a restore: mark what was called since the backup, bar who said stop, and let go. It asks the journals, and then the carriers for their own records.',
    options,
    run: (given, context) =>
      withDatabase(context, (db) =>
        reconcile(db, context, tools, {
          gone: given.texts('gone'),
          cdr: given.texts('cdr'),
          without: given.texts('without-carrier'),
          noCarriers: given.has('no-carriers'),
          json: given.has('json'),
        }),
      ),
  };
}

const options: Command['options'] = {
  gone: {
    value: 'name',
    many: true,
    meaning: 'A data folder ("host:folder", or its host) whose journal is lost: not waited for.',
  },
  cdr: {
    value: 'file',
    many: true,
    meaning: "An Asterisk's Master.csv, one of each of its machines: who was called over it.",
  },
  'without-carrier': {
    value: 'name',
    many: true,
    meaning: 'A carrier that is not asked: what only it knows may be called again.',
  },
  'no-carriers': { meaning: 'Ask no carrier.' },
  json: jsonOption,
};

interface Wish extends SourceWish {
  gone: string[];
  noCarriers: boolean;
  json: boolean;
}

async function reconcile(
  db: Database,
  context: Context,
  tools: CarrierTools,
  wish: Wish,
): Promise<number> {
  const { installationId } = await asPlatform(db, readWorld);
  const folder = openWitnessFolder(context.config.dataFolder, installationId);
  await meetHold(db, folder);
  const hold = await asPlatform(db, readHold);
  if (!hold) {
    if (wish.json) sayJson(context, { onHold: false, report: [], waitsFor: [], file: null });
    else context.say('The platform is not on hold: there is nothing to reconcile.');
    return 0;
  }
  context.note(
    `On hold since ${easternTime(Date.parse(hold.since))}. ${holdCause(holdReason(hold))}`,
  );
  for (const line of longSilentWords(await asPlatform(db, longSilentFolders))) context.note(line);
  const vault = createVault(await loadDataKey(context.config.dataFolder, db));
  const around = { db, vault, config: context.config };
  const sources = wish.noCarriers ? noSources : await findSources(around, tools, wish);
  const since = await askedSince(db, hold);
  // By then every engine has noticed the hold and hands over nothing more.
  await sleep(restLeft(await asPlatform(db, readWorld)));
  const own = await compareOwn(db, vault, folder, context);
  await asPlatform(db, async (tx) => {
    await waitForCarriers(tx, sources);
    await askToReconcile(tx);
    for (const name of wish.gone) await sayGone(tx, name);
  });
  const left = await waitForOthers(db, context);
  const lines = [...own.lines];
  if (left.length > 0) {
    const owed = !(await letCarriersGo(db, sources));
    const again = owed ? ['Then run this command again: the carriers have not been asked.'] : [];
    return tellHeld(context, wish, lines, [...outstandingSentences(left), ...again]);
  }
  const answers = await askCarriers({ db, vault, context }, sources, since);
  const late = await asPlatform(db, async (tx) =>
    (await endHoldWhenAllCame(tx)) || !(await readHold(tx)) ? [] : outstanding(tx),
  );
  lines.push(...(await othersWords(db, own.name)), ...answers.lines);
  if (wish.noCarriers) lines.push('The carriers were not asked.');
  lines.push(...wish.without.map((name) => `Carrier "${name}" was left out.`));
  if (answers.owing.length > 0) return tellHeld(context, wish, lines, answers.owing);
  if (late.length > 0) return tellHeld(context, wish, lines, outstandingSentences(late));
  tell(context, wish, lines);
  if (!wish.json) context.say('The hold is over: calls and texts go on.');
  return 0;
}

const noSources: Sources = { asked: [], fileless: [], silent: [] };

/** @param why the hold goes on; empty when it is over */
function tell(context: Context, { json }: Wish, lines: string[], why: string[] = []): void {
  const file = keep(context, lines);
  if (json) sayJson(context, { onHold: why.length > 0, report: lines, waitsFor: why, file });
  else for (const line of lines) context.say(line);
  context.note(`This report is kept in ${file}.`);
}

function tellHeld(context: Context, wish: Wish, lines: string[], why: string[]): number {
  tell(context, wish, lines, why);
  for (const sentence of why) context.note(sentence);
  context.note('The hold goes on.');
  return 1;
}

async function sayGone(tx: Tx, name: string): Promise<void> {
  const isMeant = (one: { name: string }) => one.name === name || one.name.startsWith(`${name}:`);
  const all = await outstanding(tx);
  const meant = all.filter(isMeant);
  // Said again, when the command is run a second time.
  if (meant.length === 0 && (await goneFolders(tx)).some(isMeant)) return;
  if (meant.length === 0) {
    const names = all.map((one) => one.name).join(', ') || 'none';
    throw new Refusal(`Nobody waits for "${name}". Data folders that have not come: ${names}.`);
  }
  for (const one of meant) await noteGone(tx, one);
}

async function compareOwn(
  db: Database,
  vault: Vault,
  folder: WitnessFolder,
  context: Context,
): Promise<{ name: string; lines: string[] }> {
  const without: string[] = [];
  let told = Date.now();
  const report = await reconcileFolder(db, vault, folder, {
    repair: true,
    onWithoutList: ({ clientId, callListId, phone, at }) =>
      without.push(`${clientId},${callListId},${phone},${new Date(at).toISOString()}`),
    onProgress: (lines) => {
      if (Date.now() - told < 1_000) return;
      told = Date.now();
      context.note(`${count(lines, 'line')} of the journal compared …`);
    },
  });
  const { witnessId, name } = folder;
  const { lost } = report;
  const { missing } = report.handOvers;
  await asPlatform(db, async (tx) => {
    await noteReconciled(tx, { witnessId, name, repaired: true, missing, lost, report });
    await noteLostJournals(tx, name);
  });
  const lines = reportWords(name, report);
  if (without.length > 0) lines.push(`  Their numbers: ${keepNumbers(context, without)}`);
  return { name, lines };
}

/** What the other folders said, when the hold is over. */
async function othersWords(db: Database, own: string): Promise<string[]> {
  if (await asPlatform(db, readHold)) return [];
  const last = await asPlatform(db, readLastReconciliation);
  return (last?.folders ?? []).flatMap(({ name, gone, report }) => {
    if (name === own) return [];
    return otherFolderWords(name, gone, report);
  });
}

/** Real milliseconds in which processes of other folders that live compare theirs. */
const waitsFor = 20_000;
/** Real milliseconds since its last sign of life after which nobody waits for a process. */
const livesFor = 10_000;

/** @returns who has not come */
async function waitForOthers(db: Database, context: Context): Promise<Outstanding[]> {
  let told = false;
  for (const end = performance.now() + waitsFor; ; await sleep(500)) {
    const left = await asPlatform(db, async (tx) => ((await readHold(tx)) ? outstanding(tx) : []));
    const lives = left.some(
      ({ seenAt, lost }) => lost === 0 && Date.now() - seenAt.getTime() < livesFor,
    );
    if (left.length === 0 || !lives || performance.now() > end) return left;
    if (!told) context.note('Waiting for the journals of other data folders …');
    told = true;
  }
}
