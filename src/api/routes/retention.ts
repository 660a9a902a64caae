import { readRetention } from '#contract/retention.ts';
import { asClientSnapshot } from '#db/database.ts';
import { readDeleted, readOwnDays } from '#db/queries/retention.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';

export function registerRetentionRoutes(app: Bindings, { db }: ApiDeps): void {
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
}
