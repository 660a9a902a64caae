import { keptKinds, listKeptData, readRetention } from '#contract/retention.ts';
import { asClientSnapshot, asPlatform } from '#db/database.ts';
import { readDeleted, readOwnDays, readOwnKinds, retentionNow } from '#db/queries/retention.ts';
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
      const stored = await countStored(tx, clientId);
      const days = await readOwnDays(tx, clientId);
      const own = await readOwnKinds(tx, clientId);
      const deleted = await readDeleted(tx, clientId);
      return keptKinds.map((kind) => {
        const { rows, atLeast, oldest } = stored[kind];
        const of = { oldest: oldest?.getTime() ?? null, days: days[kind], now };
        const next = firstSweepOf(kind, of);
        return {
          ...{ kind, days: days[kind], own: own.includes(kind), rows, atLeast },
          oldest: oldest?.toISOString() ?? null,
          nextDeletion: next === null ? null : new Date(next).toISOString(),
          deletedBefore: deleted[kind]?.toISOString() ?? null,
        };
      });
    });
  });
}
