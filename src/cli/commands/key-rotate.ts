import { setTimeout as sleep } from 'node:timers/promises';
import { asPlatform, type Database } from '#db/database.ts';
import { type KeyRing, withNewKey } from '#db/key-ring.ts';
import { noteAct } from '#db/queries/audit.ts';
import { beginSealing, listKeyHolders, lockKeyFile } from '#db/queries/data-key.ts';
import { type Command, type Context, type Given, Refusal } from '../command.ts';
import { jsonOption, sayJson } from '../json.ts';
import { holderName, readKeyState } from '../key-state.ts';
import type { KeySource } from '../start/key-file.ts';
import { readRing, replaceRing, whyNotWritable, writeNewRing } from '../start/key-file.ts';
import { withDatabase } from '../with-database.ts';

/** Milliseconds that the command waits for the running processes, which look every two seconds. */
const patience = 15_000;

export const keyRotateCommand: Command = {
  name: 'key rotate',
  words: '',
  count: [0, 0],
  shows: true,
  summary:
    'Add a new data key. Everything is sealed again with it in the background, without a stop.',
  options: {
    to: {
      value: 'FILE',
      meaning:
        'Write the keys with the new one to a new file, for a secret store, and change nothing else.',
    },
    json: jsonOption,
  },
  run: (given, context) => withDatabase(context, (db) => rotate(db, given, context)),
};

async function rotate(db: Database, given: Given, context: Context): Promise<number> {
  const to = given.text('to');
  const { source, ring } = await asPlatform(db, async (tx) => {
    // Two commands at once would lose one of their keys.
    await lockKeyFile(tx);
    const before = await readKeyState(context, db);
    const next = withNewKey(before.ring, new Date());
    const newest = next.keys[0]?.id ?? '';
    await noteAct(tx, {
      clientId: 0,
      thing: { kind: 'dataKey', id: newest },
      facts: { added: true },
    });
    if (to === undefined) putRing(before.source, next);
    else writeNewRing(to, next);
    return { source: before.source, ring: next };
  });
  const keyId = ring.keys[0]?.id ?? '';
  if (to !== undefined) return sayWritten(given, context, { to, keyId, source });
  const { newest, waiting } = await sealsSoon(db, source);
  if (given.has('json')) {
    const seals = waiting.length === 0 && newest === keyId;
    sayJson(context, { keyId, file: source.path, seals, waitsFor: waiting });
    return 0;
  }
  context.say(`The new key ${keyId} is in ${source.path}.`);
  if (newest !== keyId)
    context.say(`A newer one, ${newest}, was added meanwhile and seals in its place.`);
  else if (waiting.length === 0) {
    context.say(
      'It seals from now on. Everything else is sealed again in the background: "carillon key status" shows how far it is.',
    );
  } else {
    context.say(
      `It begins to seal when ${waiting.join(', ')} knows it: put the same key file there. No restart is needed.`,
    );
  }
  context.note(
    `Back up ${source.path} now. Keep its former copies as long as you keep backups of that time.`,
  );
  return 0;
}

/** @throws Refusal that says how to do it without writing to the file */
export function putRing(source: KeySource, ring: KeyRing, command = 'rotate'): void {
  refuseUnwritable(source, command);
  replaceRing(source, ring);
}

/** @throws Refusal the same, before anything else is changed */
export function refuseUnwritable(source: KeySource, command: string): void {
  const why = whyNotWritable(source);
  if (why !== undefined) {
    throw new Refusal(
      `Carillon cannot write ${source.path}: ${why}. Run "carillon key ${command} --to=FILE", put the content of that file into your secret store, and delete it. Running processes take the new keys within seconds after ${source.path} has changed.`,
    );
  }
}

function sayWritten(
  given: Given,
  context: Context,
  { to, keyId, source }: { to: string; keyId: string; source: KeySource },
): number {
  if (given.has('json')) sayJson(context, { keyId, file: to, seals: false, waitsFor: [] });
  else {
    context.say(
      `${to} contains the keys with the new one, ${keyId}. Put its content in the place of ${source.path}, on every machine, and delete ${to}. The key begins to seal when every running process knows it; no restart is needed.`,
    );
  }
  return 0;
}

interface Begun {
  /** The newest key: another rotation may have added one. */
  newest: string;
  /** The processes that did not know it when the patience ended. */
  waiting: string[];
}

async function sealsSoon(db: Database, source: KeySource): Promise<Begun> {
  const newest = () => readRing(source)?.keys[0]?.id ?? '';
  for (const end = performance.now() + patience; ; await sleep(250)) {
    if (await asPlatform(db, (tx) => beginSealing(tx, newest)))
      return { newest: newest(), waiting: [] };
    if (performance.now() < end) continue;
    const holders = await asPlatform(db, listKeyHolders);
    const behind = holders.filter(({ keys }) => !keys.includes(newest()));
    return { newest: newest(), waiting: behind.map(holderName) };
  }
}
