import { setTimeout as sleep } from 'node:timers/promises';
import { asPlatform, type Database } from '#db/database.ts';
import {
  listKeys,
  lockKeyFile,
  noteDropped,
  readDropTime,
  resumeResealing,
  trySealingAlone,
} from '#db/queries/data-key.ts';
import { countSeals } from '#db/reseal/counts.ts';
import { easternTime } from '#domain/eastern-time.ts';
import { type Command, type Context, type Given, Refusal } from '../command.ts';
import { jsonOption, sayJson } from '../json.ts';
import { type KeyState, placesText, readKeyState, sealsOf, shortId, sumOf } from '../key-state.ts';
import { writeNewRing } from '../start/key-file.ts';
import { withDatabase } from '../with-database.ts';
import { putRing, refuseUnwritable } from './key-rotate.ts';

/** A backup of the last two days, the likeliest to be restored, opens without the dropped key. */
const hoursAfter = 48;

/** Milliseconds. Others hold the lock for a moment, an import for as long as its end takes. */
const triedEvery = 50;
const mostTries = 200;

export const keyDropCommand: Command = {
  name: 'key drop',
  words: '<key>',
  count: [1, 1],
  shows: true,
  summary: 'Remove a data key with which nothing is sealed any more.',
  options: {
    yes: { meaning: 'Do not ask.' },
    to: {
      value: 'FILE',
      meaning: 'Write the keys without it to a new file, for a secret store.',
    },
    json: jsonOption,
  },
  run: (given, context) => withDatabase(context, (db) => drop(db, given, context)),
};

async function drop(db: Database, given: Given, context: Context): Promise<number> {
  const state = await readKeyState(context, db);
  const keyId = keyOf(state, given.words[0] ?? '');
  await refuseInUse(db, state, keyId);
  await agree(given, context, keyId);
  const to = given.text('to');
  await asPlatform(db, async (tx) => {
    await lockKeyFile(tx);
    // Again: the key may have begun to seal while the question waited for its answer.
    const fresh = await readKeyState(context, db);
    keyOf(fresh, keyId);
    await refuseInUse(db, fresh, keyId);
    const { ring, source } = fresh;
    if (to === undefined) refuseUnwritable(source, `drop ${keyId}`);
    // Committed before the file changes: a process that still has the key must not make it seal.
    await closeOff(db, fresh, keyId);
    const next = { ...ring, keys: ring.keys.filter(({ id }) => id !== keyId) };
    if (to === undefined) putRing(source, next, `drop ${keyId}`);
    else writeNewRing(to, next);
  });
  const file = to ?? state.source.path;
  if (given.has('json')) sayJson(context, { keyId, file, dropped: true });
  else if (to === undefined) context.say(`The key ${keyId} is no longer in ${file}.`);
  else
    context.say(
      `${to} contains the keys without ${keyId}. Put its content in the place of ${state.source.path}, on every machine, and delete ${to}.`,
    );
  context.note(
    'Backups from the time when it sealed open only with it. If you keep such backups, keep a copy of the former key file with them.',
  );
  return 0;
}

/**
 * From here on the key never seals. Counting takes too long for this lock, behind which reports of
 * processes wait, so it is compared that nothing began since then.
 *
 * @throws Refusal when the key began to seal since the state was read
 */
async function closeOff(db: Database, state: KeyState, keyId: string): Promise<void> {
  const hasSealed = (known: KeyState['known']) => known.some((one) => one.keyId === keyId);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const done = await asPlatform(db, async (tx) => {
      if (!(await trySealingAlone(tx))) return false;
      const known = await listKeys(tx);
      keyOf({ ...state, known }, keyId);
      if (hasSealed(known) !== hasSealed(state.known)) {
        throw new Refusal(`The key ${keyId} has sealed meanwhile. Nothing was changed.`);
      }
      await noteDropped(tx, keyId);
      return true;
    });
    if (done) return;
    await sleep(triedEvery);
  }
  throw new Refusal('Other processes are asking which key seals. Try again. Nothing was changed.');
}

/** @throws Refusal unless it is one key of the file that does not seal now */
function keyOf({ ring, known }: KeyState, given: string): string {
  const found = ring.keys.filter(({ id }) => id.startsWith(given.toLowerCase()));
  const [one] = found;
  if (!one || found.length > 1 || given.length < 4) {
    const ids = ring.keys.map(({ id }) => id).join(', ');
    throw new Refusal(`There is no key "${given}". The file has ${ids}.`);
  }
  if (one.id === known[0]?.keyId) {
    throw new Refusal(`The key ${one.id} seals now. Add another one first: "carillon key rotate".`);
  }
  return one.id;
}

/** @throws Refusal while a value is sealed with it, and for two days after that */
async function refuseInUse(db: Database, { known }: KeyState, keyId: string): Promise<void> {
  const [sealing] = known;
  const counts = await countSeals(db);
  const own = sealsOf(counts, shortId(keyId));
  // Which key sealed a value of an earlier version is unknown.
  const unbound = sealsOf(counts, 'unbound');
  const hasSealed = known.some((one) => one.keyId === keyId);
  const left = sumOf(own) + (hasSealed ? sumOf(unbound) : 0);
  if (left > 0) {
    if (sealing?.resealedAt) await asPlatform(db, (tx) => resumeResealing(tx, sealing.keyId));
    const where = placesText(sumOf(own) > 0 ? own : unbound);
    const bad = sealing?.unreadable
      ? ` ${sealing.unreadable} values open with no key; the log names them.`
      : '';
    throw new Refusal(
      `The key ${keyId} is still needed: ${where}. They are sealed again in the background; "carillon key status" shows how far it is.${bad} Nothing was changed.`,
    );
  }
  if (!hasSealed) return;
  if (!sealing?.resealedAt) {
    throw new Refusal(
      'Sealing everything again with the newest key has not ended. "carillon key status" shows how far it is. Nothing was changed.',
    );
  }
  const time = await asPlatform(db, (tx) => readDropTime(tx, sealing.keyId, hoursAfter));
  if (time?.hasCome) return;
  throw new Refusal(
    `The key ${keyId} can be dropped from ${easternTime(time?.from.getTime() ?? 0)} on, ${hoursAfter} hours after everything was sealed again: until then a backup of yesterday may need it. Nothing was changed.`,
  );
}

async function agree(given: Given, context: Context, keyId: string): Promise<void> {
  if (given.has('yes')) return;
  const what = `The key ${keyId} would be removed. Backups from the time when it sealed open only with it.`;
  if (!context.isPerson) throw new Refusal(`${what} Nothing was changed. Use --yes to confirm.`);
  const answer = await context.secret(`${what} Type "yes" to continue`);
  if (answer.trim().toLowerCase() !== 'yes') throw new Refusal('Nothing was changed.');
}
