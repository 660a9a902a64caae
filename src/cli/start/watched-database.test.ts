import { expect, test } from 'vitest';
import type { Config } from '#config.ts';
import type { Database } from '#db/database.ts';
import { TroubleWatch } from '#db/trouble.ts';
import { createMetrics } from '#domain/metrics.ts';
import { watchedDatabase } from './watched-database.ts';

test('slow statements are reported, but not while the first start loads its history', () => {
  const said: string[] = [];
  const log = { warn: (_facts: object, sentence: string) => said.push(sentence) } as never;
  let loads = true;
  const { slow } = watchedDatabase({} as Database, {
    ...{ config: { slowStatementMs: 1_000 } as Config, metrics: createMetrics(), log },
    ...{ trouble: new TroubleWatch({ log }), busy: () => loads },
  });
  const one = { statement: 'COMMIT', ms: 2_780, connection: 'carillon api' };
  slow?.report(one);
  expect(said).toEqual([]);
  loads = false;
  slow?.report(one);
  expect(said).toEqual(['slow statement']);
});
