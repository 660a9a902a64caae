/** Builds whose counters are wrong: at the end, or only while something is in flight. */
import { rewriting, type WrongBuild } from './wrong-build.ts';

export const countBuilds: Readonly<Record<string, WrongBuild>> = {
  'counted-twice': {
    mistake: 'counts an attempt twice',
    symptom: /^wrong counts/,
    rewrite: rewriting([
      'n.attempted + excluded.attempted',
      'n.attempted + 2 * excluded.attempted',
    ]),
  },
  'counted-at-end': {
    mistake:
      'counts an attempt when it ends, so that a funnel adds up only when nothing is in flight',
    symptom: /^in mid-run the funnel of/,
    likelySeed: 1,
    rewrite: rewriting(
      ['SELECT $1, $2, count(*), $5 FROM made', 'SELECT $1, $2, 0, $5 FROM made'],
      ['attempted = n.attempted + excluded.attempted,', 'attempted = n.attempted,'],
      [
        'SET person = n.person + v.person',
        `SET attempted = n.attempted + v.person + v.machine + v.no_answer + v.busy + v.failed
          + v.unknown + v.delivered, person = n.person + v.person`,
      ],
    ),
  },
};
