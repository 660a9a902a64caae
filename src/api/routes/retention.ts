import {
  type KeptData,
  type KeptKind,
  keptKinds,
  listKeptData,
  readRetention,
} from '#contract/retention.ts';
import { asClientSnapshot, asPlatform, type Tx } from '#db/database.ts';
import { readDeleted, readOwnDays, readOwnKinds, retentionNow } from '#db/queries/retention.ts';
import { readFigures } from '#db/queries/retention-figure.ts';
import { countStored } from '#db/queries/retention-standing.ts';
import { firstSweepOf } from '#domain/retention.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';

export function registerRetentionRoutes(app: Bindings, { db, platformDb }: ApiDeps): void {
  route(app, readRetention, ({ session: { clientId } }) =>
    asClientSnapshot(db, clientId, async (tx) => {
      const { calls, texts } = await readDeleted(tx, clientId);
      const { reports } = await readOwnDays(tx, clientId);
      return {
        callsDeletedBefore: calls?.toISOString() ?? null,
        textsDeletedBefore: texts?.toISOString() ?? null,
        reportDays: reports,
      };
    }),
  );

  route(app, listKeptData, async ({ session: { clientId } }) => {
    const now = await asPlatform(platformDb, retentionNow);
    return asClientSnapshot(db, clientId, async (tx) => {
      const kept = await readKept(tx, clientId);
      return keptKinds.map((kind) => keptOf(kind, kept, now));
    });
  });
}

async function readKept(tx: Tx, clientId: number) {
  const figures = await readFigures(tx, clientId);
  const counted = keptKinds.every((kind) => figures[kind]?.countedAt);
  return {
    figures,
    // Only before the first sweep of the night: it takes long where there is much.
    live: counted ? undefined : await countStored(tx, clientId),
    days: await readOwnDays(tx, clientId),
    own: await readOwnKinds(tx, clientId),
    deleted: await readDeleted(tx, clientId),
  };
}

function keptOf(
  kind: KeptKind,
  { figures, live, days, own, deleted }: Awaited<ReturnType<typeof readKept>>,
  now: number,
): KeptData {
  const figure = figures[kind];
  const counted = live ? undefined : figure;
  const { rows = 0, oldest = null } = live?.[kind] ?? figure ?? {};
  const of = { oldest: oldest?.getTime() ?? null, days: days[kind], now };
  const next = firstSweepOf(kind, of);
  return {
    ...{ kind, days: days[kind], own: own.includes(kind), rows },
    atLeast: live?.[kind].atLeast ?? false,
    bytes: counted?.bytes ?? null,
    countedAt: counted?.countedAt?.toISOString() ?? null,
    oldest: oldest?.toISOString() ?? null,
    nextDeletion: next === null ? null : new Date(next).toISOString(),
    nextRows: counted && counted.days === days[kind] ? counted.nextRows : null,
    deletedBefore: deleted[kind]?.toISOString() ?? null,
    lastDeletion: figure?.sweptAt
      ? { at: figure.sweptAt.toISOString(), rows: figure.sweptRows }
      : null,
  };
}
