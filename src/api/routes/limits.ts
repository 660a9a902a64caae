import { readLimits, requireLaunchApproval } from '#contract/limits.ts';
import { asClient } from '#db/database.ts';
import { readDailyUse } from '#db/queries/daily-limit.ts';
import {
  listAwaitingApproval,
  readLaunchApproval,
  setLaunchApproval,
} from '#db/queries/launch-approval.ts';
import { readLeastGap } from '#db/queries/person-rules.ts';
import { standingOf } from '#domain/daily-limit.ts';
import { dailyLimitSentence } from '#domain/daily-limit-words.ts';
import { endOfEasternDay } from '#domain/wall-time.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';

export function registerLimitRoutes(app: Bindings, { db, now }: ApiDeps): void {
  route(app, readLimits, ({ session: { clientId, managerId } }) =>
    asClient(db, clientId, async (tx) => {
      const use = await readDailyUse(tx, clientId, now());
      const waiting = await listAwaitingApproval(tx, clientId);
      return {
        daily: use ? dailyOf(use) : [],
        leastGapHours: await readLeastGap(tx, clientId),
        launchApproval: await readLaunchApproval(tx, clientId),
        awaitingApproval: waiting.map(({ preparedById, ...one }) => ({
          ...one,
          own: preparedById === managerId,
        })),
      };
    }),
  );

  // An administrator who could lift it could start what they prepared, and require it again.
  route(app, requireLaunchApproval, ({ session: { clientId }, once }) =>
    asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        await setLaunchApproval(tx, clientId, true);
        return true as const;
      }),
    ),
  );
}

function dailyOf({ limits, used }: NonNullable<Awaited<ReturnType<typeof readDailyUse>>>) {
  const until = endOfEasternDay(used.day);
  return standingOf(limits, used).map((one) => ({
    ...one,
    until: new Date(until).toISOString(),
    sentence: dailyLimitSentence(one, until) ?? null,
  }));
}
