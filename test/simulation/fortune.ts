/** What goes wrong in one run, and how often; drawn from its seed. */
import type { Random } from '../../src/domain/random.ts';
import type { Mishap, Step } from './step.ts';
import { pick } from './town.ts';

export interface Fortune {
  deaths: number;
  cuts: number;
  crashes: number;
  over: boolean;
  mishapAt(step: Step): Mishap | undefined;
  delayOf(step: Step): number;
}

export function createFortune(random: Random): Fortune {
  const deadly = pick(random, [0, 0.0005, 0.002]);
  const cutting = pick(random, [0, 0.0005, 0.002]);
  const slowness = pick(random, [0.01, 0.05, 0.2]);
  const fortune: Fortune = {
    deaths: 0,
    cuts: 0,
    crashes: 0,
    over: false,
    mishapAt(step) {
      const draw = random.next();
      const late = random.chance(0.5);
      if (fortune.over) return undefined;
      if (step.actor.name.startsWith('engine') && draw < deadly) {
        fortune.deaths += 1;
        return late ? 'die_after' : 'die_before';
      }
      if (step.abort && draw > 1 - cutting) {
        fortune.cuts += 1;
        return late ? 'cut_after' : 'cut_before';
      }
      return undefined;
    },
    delayOf(step) {
      const draw = random.next();
      const ms = random.between(1, 60);
      if (fortune.over) return 0;
      // A process that stands still for long, between two transactions.
      if (step.what === 'connect' && draw < 0.002) return ms * 200;
      // Between commit and submission, where no response may fall into; less than a lease's margin.
      if (/^(place|text) /.test(step.what) && draw < 0.4) return ms * 3;
      return draw < slowness ? ms : 0;
    },
  };
  return fortune;
}
