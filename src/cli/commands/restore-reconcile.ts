import { setTimeout as sleep } from 'node:timers/promises';
import { asPlatform, type Database, type Tx } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
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
import { realMs } from '#domain/milliseconds.ts';
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
  releaseCarriers,
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
import { openVault } from '../start/data-key.ts';
import { withDatabase } from '../with-database.ts';

/**
 * Ends a hold: adds what the journals and the carriers' own records know to the database, and lets calls
 * and texts go on.
 */
export function restoreReconcileCommand(tools: CarrierTools): Command {
  return {
    name: 'restore reconcile',
    words: '',
    count: [0, 0],
    shows: true,
    summary:
      "After a restore: mark what was called since the backup, bar everyone who opted out, and end the hold. Reads the journals, then the carriers' own records.",
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
    meaning:
      'A data folder ("host:folder", or its host) whose journal is lost. Do not wait for it.',
  },
  cdr: {
    value: 'file',
    many: true,
    meaning: 'Master.csv of an Asterisk machine, which says whom it called. Give one per machine.',
  },
  'without-carrier': {
    value: 'name',
    many: true,
    meaning: 'A carrier not to ask. Numbers that only its records contain may be called again.',
  },
  'no-carriers': { meaning: 'Do not ask any carrier.' },
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
    else context.say('The platform is not on hold. There is nothing to reconcile.');
    return 0;
  }
  context.note(
    `On hold since ${easternTime(Date.parse(hold.since))}. ${holdCause(holdReason(hold))}`,
  );
  for (const line of longSilentWords(await asPlatform(db, longSilentFolders))) context.note(line);
  const vault = await openVault(context.config, db);
  const around = { db, vault, config: context.config };
  const sources = wish.noCarriers ? noSources : await findSources(around, tools, wish);
  const since = await askedSince(db, hold);
  // By then every engine has noticed the hold and submits nothing more.
  await sleep(restLeft(await asPlatform(db, readWorld)));
  const own = await compareOwn(db, vault, folder, context);
  await asPlatform(db, async (tx) => {
    await waitForCarriers(tx, sources);
    await askToReconcile(tx);
    for (const name of wish.gone) await markGone(tx, name);
  });
  const left = await waitForOthers(db, context);
  const lines = [...own.lines];
  if (left.length > 0) {
    const owed = !(await releaseCarriers(db, sources));
    const again = owed
      ? ['Then run this command again, because the carriers have not been asked yet.']
      : [];
    return reportHeld(context, wish, lines, [...outstandingSentences(left), ...again]);
  }
  const outcome = await askCarriers({ db, vault, context }, sources, since);
  const late = await asPlatform(db, async (tx) =>
    (await endHoldWhenAllCame(tx)) || !(await readHold(tx)) ? [] : outstanding(tx),
  );
  lines.push(...(await othersWords(db, own.name)), ...outcome.lines);
  if (wish.noCarriers) lines.push('The carriers were not asked.');
  lines.push(...wish.without.map((name) => `Carrier "${name}" was left out.`));
  if (outcome.owing.length > 0) return reportHeld(context, wish, lines, outcome.owing);
  if (late.length > 0) return reportHeld(context, wish, lines, outstandingSentences(late));
  reportLines(context, wish, lines);
  if (!wish.json) context.say('The hold is over. Calls and texts resume.');
  return 0;
}

const noSources: Sources = { asked: [], fileless: [], silent: [] };

/** @param why the hold goes on; empty when it is over */
function reportLines(context: Context, { json }: Wish, lines: string[], why: string[] = []): void {
  const file = keep(context, lines);
  if (json) sayJson(context, { onHold: why.length > 0, report: lines, waitsFor: why, file });
  else for (const line of lines) context.say(line);
  context.note(`This report was saved to ${file}.`);
}

function reportHeld(context: Context, wish: Wish, lines: string[], why: string[]): number {
  reportLines(context, wish, lines, why);
  for (const sentence of why) context.note(sentence);
  context.note('The platform stays on hold.');
  return 1;
}

async function markGone(tx: Tx, name: string): Promise<void> {
  const isMeant = (one: { name: string }) => one.name === name || one.name.startsWith(`${name}:`);
  const all = await outstanding(tx);
  const meant = all.filter(isMeant);
  // The command is run a second time.
  if (meant.length === 0 && (await goneFolders(tx)).some(isMeant)) return;
  if (meant.length === 0) {
    const names = all.map((one) => one.name).join(', ') || 'none';
    throw new Refusal(`The hold does not wait for "${name}". It waits for: ${names}.`);
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
  let notedAt = Date.now();
  const report = await reconcileFolder(db, vault, folder, {
    repair: true,
    onWithoutList: ({ clientId, callListId, phone, at }) =>
      without.push(`${clientId},${callListId},${phone},${new Date(at).toISOString()}`),
    onProgress: (lines) => {
      if (Date.now() - notedAt < 1_000) return;
      notedAt = Date.now();
      context.note(`Compared ${count(lines, 'line')} of the journal …`);
    },
  });
  const { witnessId, name } = folder;
  const { lost } = report;
  const { missing } = report.submissions;
  await asPlatform(db, async (tx) => {
    await noteReconciled(tx, { witnessId, name, repaired: true, missing, lost, report });
    await noteLostJournals(tx, name);
  });
  const lines = reportWords(name, report);
  if (without.length > 0) lines.push(`  Their numbers: ${keepNumbers(context, without)}`);
  return { name, lines };
}

/** What the other folders reported, once the hold is over. */
async function othersWords(db: Database, own: string): Promise<string[]> {
  if (await asPlatform(db, readHold)) return [];
  const last = await asPlatform(db, readLastReconciliation);
  return (last?.folders ?? []).flatMap(({ name, gone, report }) => {
    if (name === own) return [];
    return otherFolderWords(name, gone, report);
  });
}

/** How long living processes of other folders have to compare theirs. */
const waitsFor = realMs(20_000);
/** How long a process counts as living after its last sign of life. */
const livesFor = realMs(10_000);

/** @returns the folders that have not compared theirs */
async function waitForOthers(db: Database, context: Context): Promise<Outstanding[]> {
  let noted = false;
  for (const end = performance.now() + waitsFor; ; await sleep(500)) {
    const left = await asPlatform(db, async (tx) => ((await readHold(tx)) ? outstanding(tx) : []));
    const lives = left.some(
      ({ seenAt, lost }) => lost === 0 && Date.now() - seenAt.getTime() < livesFor,
    );
    if (left.length === 0 || !lives || performance.now() > end) return left;
    if (!noted) context.note('Waiting for the journals of other data folders …');
    noted = true;
  }
}
