import type pg from 'pg';
import type { Database } from '../../src/db/database.ts';
import { seededRandom } from '../../src/domain/random.ts';

/** The same database behind a connection that sometimes breaks just after a COMMIT was obeyed. */
export function losingCommits(real: Database, share: number) {
  const random = seededRandom('lost commits');
  let lost = 0;
  const lossy = (client: pg.PoolClient) =>
    new Proxy(client, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property);
        if (typeof value !== 'function') return value;
        if (property !== 'query') return value.bind(target);
        return async (...given: unknown[]) => {
          const returned: unknown = await value.apply(target, given);
          if (given[0] !== 'COMMIT' || !random.chance(share)) return returned;
          lost += 1;
          throw new Error('Connection terminated unexpectedly');
        };
      },
    });
  const pool = new Proxy(real.pool, {
    get(target, property) {
      if (property === 'connect') return async () => lossy(await target.connect());
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { db: { ...real, pool }, lost: () => lost };
}
