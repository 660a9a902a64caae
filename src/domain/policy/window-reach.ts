/** How far back contacts can matter to a limit, gap or rest of the contact policy. */
import { longestGapHours, longestLength, type PolicyTerms } from '#contract/policy.ts';

type WindowTerms = Extract<PolicyTerms, { kind: 'limit' | 'gap' | 'rest' }>;

const hour = 3_600_000;
const day = 24 * hour;
/** Carriers end a call before. */
const longestCall = 6 * hour;

/** The longest that a contact can matter to a rule, in milliseconds of the engine's clock. */
export function longestWindow(rules: readonly { terms: WindowTerms }[]): number {
  return Math.max(0, ...rules.map(({ terms }) => reachOf(terms)));
}

function reachOf(terms: WindowTerms): number {
  if (terms.kind === 'gap') return terms.hours * hour;
  // A conversation counts from its end, and its call is found by its beginning.
  const talk = terms.kind === 'rest' || terms.counts === 'conversations' ? longestCall : 0;
  if (terms.unit === 'hours') return terms.length * hour + talk;
  // A calendar day lasts up to 25 hours in each zone, and zones are up to a day apart.
  return (terms.length + (terms.unit === 'calendar_days' ? 2 : 0)) * day + talk;
}

/** Of any rule that a policy can have: whole days, rounded up. */
export const longestReachDays = Math.ceil(
  Math.max(
    reachOf({ kind: 'gap', of: 'number', hours: longestGapHours }),
    reachOf({ kind: 'rest', of: 'number', unit: 'calendar_days', length: longestLength }),
  ) / day,
);
