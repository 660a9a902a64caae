import type { Tx } from '#db/database.ts';
import { listEngines } from '#db/queries/engine.ts';
import { clockAdvice, clockOffSentence, mostOff } from '#domain/clock-offset.ts';
import { type Finding, wrong } from './finding.ts';

/** Engines of any machine that report a clock too far from the database's. */
export async function engineClocks(tx: Tx): Promise<Finding[]> {
  const engines = await listEngines(tx);
  return engines
    .filter(({ state }) => state !== 'gone')
    .flatMap(({ name, clockOffsetMs: by }) => {
      if (by === null || Math.abs(by) <= mostOff) return [];
      const whose = `the engine "${name}"`;
      return [wrong('Clock', `${clockOffSentence(by, "the database's", whose)} ${clockAdvice}`)];
    });
}
