import type { Database } from '#db/database.ts';
import { countSeals } from '#db/reseal/counts.ts';
import type { Command, Context, Given } from '../command.ts';
import { table } from '../help.ts';
import { jsonOption, sayJson } from '../json.ts';
import {
  holderName,
  type KeyState,
  readKeyState,
  type SealsOf,
  sealsOf,
  shortId,
  sumOf,
} from '../key-state.ts';
import { withDatabase } from '../with-database.ts';
import { keyDropCommand } from './key-drop.ts';
import { keyRotateCommand } from './key-rotate.ts';

const keyStatusCommand: Command = {
  name: 'key status',
  words: '',
  count: [0, 0],
  shows: true,
  summary: 'Show the data keys, what each of them sealed, and how far sealing again is.',
  options: { json: jsonOption },
  run: (given, context) => withDatabase(context, (db) => status(db, given, context)),
};

export const keyCommands: Command[] = [keyStatusCommand, keyRotateCommand, keyDropCommand];

interface KeyRow {
  keyId: string;
  /** ISO 8601; null for the key of a file of an earlier version. */
  created: string | null;
  ageDays: number | null;
  /** `waiting`: not every process knows it; `replaced`: it opens what it sealed; `unused`: another came first; `missing`: not in the file. */
  state: 'sealing' | 'waiting' | 'unused' | 'replaced' | 'dropped' | 'missing';
  sealsSince: string | null;
  resealedAt: string | null;
  /** Values by table. */
  seals: SealsOf;
}

async function status(db: Database, given: Given, context: Context): Promise<number> {
  const state = await readKeyState(context, db);
  const counts = await countSeals(db);
  const { source, ring, known, holders } = state;
  const newest = ring.keys[0]?.id ?? '';
  const keys = rowsOf(state).map((row) => ({ ...row, seals: sealsOf(counts, shortId(row.keyId)) }));
  const unbound = sealsOf(counts, 'unbound');
  const names = new Set([...keys.map(({ keyId }) => shortId(keyId)), 'unbound']);
  const unknown = [...new Set(counts.map(({ key }) => key))].filter((key) => !names.has(key));
  const sealing = known[0];
  const current = keys.find(({ keyId }) => keyId === sealing?.keyId);
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const left = all - sumOf(current?.seals ?? {});
  const shown = {
    file: source.path,
    isNamed: source.isNamed,
    keys,
    unbound,
    unknown: unknown.map((key) => ({ key, seals: sealsOf(counts, key) })),
    processes: holders.map(({ host, pid, keys: has, sealsWith, unreadable }) => ({
      ...{ host, pid, knowsNewest: has.includes(newest), sealsWith, unreadable },
    })),
    resealing: {
      endedAt: sealing?.resealedAt?.toISOString() ?? null,
      left,
      total: all,
      unreadable: sealing?.unreadable ?? 0,
    },
  };
  if (given.has('json')) sayJson(context, shown);
  else for (const line of linesOf(state, shown)) context.say(line);
  return 0;
}

function rowsOf({ ring, known }: KeyState): Omit<KeyRow, 'seals'>[] {
  const sealing = ring.keys.findIndex(({ id }) => id === known[0]?.keyId);
  const inRing = ring.keys.map(({ id, created }, at) => {
    const stored = known.find(({ keyId }) => keyId === id);
    const before = at < sealing ? ('waiting' as const) : ('unused' as const);
    const after = stored?.droppedAt ? ('dropped' as const) : ('replaced' as const);
    const state = at === sealing ? ('sealing' as const) : stored ? after : before;
    return { keyId: id, ...{ created, ageDays: ageOf(created) }, state, ...timesOf(stored) };
  });
  const gone = known
    .filter(({ keyId, droppedAt }) => !droppedAt && !ring.keys.some(({ id }) => id === keyId))
    .map((stored) => ({
      keyId: stored.keyId,
      ...{ created: null, ageDays: null, state: 'missing' as const },
      ...timesOf(stored),
    }));
  return [...inRing, ...gone];
}

const timesOf = (stored: KeyState['known'][number] | undefined) => ({
  sealsSince: stored?.sealsSince.toISOString() ?? null,
  resealedAt: stored?.resealedAt?.toISOString() ?? null,
});

function ageOf(created: string | null): number | null {
  return created === null ? null : Math.floor((Date.now() - Date.parse(created)) / 86_400_000);
}

interface Shown {
  file: string;
  isNamed: boolean;
  keys: KeyRow[];
  unbound: SealsOf;
  unknown: { key: string; seals: SealsOf }[];
  resealing: { endedAt: string | null; left: number; total: number; unreadable: number };
}

function* linesOf({ holders }: KeyState, shown: Shown): Generator<string> {
  const { keys, unbound, unknown, resealing } = shown;
  yield `Keys in ${shown.file}${shown.isNamed ? ' (CARILLON_KEY_FILE)' : ''}:`;
  const others = [
    ...(sumOf(unbound) > 0 ? [['(earlier version)', '-', 'bound to no row', total(unbound)]] : []),
    ...unknown.map(({ key, seals }) => [`${key}…`, '-', 'missing', total(seals)]),
  ];
  const rows = keys.map(({ keyId, created, ageDays, state, seals }) => [
    keyId,
    created === null ? '-' : `${created.slice(0, 10)} (${ageDays} days)`,
    ...[state, total(seals)],
  ]);
  yield table([['KEY', 'CREATED', 'STATE', 'SEALED VALUES'], ...rows, ...others]);
  const newest = keys[0];
  const behind = holders
    .filter((one) => newest && !one.keys.includes(newest.keyId))
    .map(holderName);
  if (behind.length > 0) {
    yield `The newest key waits for ${behind.join(', ')}: put the same key file there.`;
  } else if (holders.length > 0) yield 'Every running process knows the newest key.';
  if (resealing.endedAt !== null && resealing.left <= resealing.unreadable) {
    yield `Everything was sealed with the newest key by ${resealing.endedAt.slice(0, 16)}Z.`;
  } else {
    yield `Sealing again: ${resealing.left.toLocaleString('en-US')} of ${resealing.total.toLocaleString('en-US')} values are left.`;
  }
  if (resealing.unreadable > 0) {
    yield `${resealing.unreadable.toLocaleString('en-US')} of them open with no key of the file.`;
  }
}

function total(seals: SealsOf): string {
  const parts = Object.entries(seals).map(([place, n]) => `${place} ${n.toLocaleString('en-US')}`);
  return parts.length === 0 ? '0' : parts.join(', ');
}
