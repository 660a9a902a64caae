import type { Logger } from 'pino';
import type { Config } from '#config.ts';
import type { Database } from '#db/database.ts';
import { countDatabaseErrors } from '#db/error-count.ts';
import type { SlowStatement } from '#db/slow-statements.ts';
import type { TroubleWatch } from '#db/trouble.ts';
import type { Metrics } from '#domain/metrics.ts';

/** Code that opens its own pool to this database takes these over (`watchersOf`). */
export function watchedDatabase(
  db: Database,
  on: {
    config: Config;
    metrics: Metrics;
    log: Logger;
    trouble: TroubleWatch;
    /** While true, slow statements are expected and not reported. */
    busy?: () => boolean;
  },
): Database {
  const { config, metrics, log, trouble, busy } = on;
  const count = countDatabaseErrors(metrics);
  const failed = (error: unknown) => {
    count(error);
    trouble.failed(error);
  };
  const { slowStatementMs: ms } = config;
  if (ms === 0) return { ...db, failed };
  const report = (one: SlowStatement) => {
    if (!busy?.()) log.warn(one, 'slow statement');
  };
  return { ...db, failed, slow: { ms, report } };
}
