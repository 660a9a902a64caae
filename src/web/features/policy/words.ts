/** Rules of the policy, and what they hold, in the words of the screen. */
import {
  hoursLookedAheadDays,
  type ListedPolicyRule,
  type PolicyChannel,
  type PolicyCost,
  type PolicyPreset,
} from '#contract/policy.ts';
import { dayWords } from '#domain/day-words.ts';
import { placeName, purposeNames } from '#domain/policy/policy-words.ts';
import { stateNames } from '#domain/state-names.ts';
import { formatNumber } from '#web/lib/format.ts';
import { formatLocalDateTime, formatLocalTime } from '#web/lib/local-time.ts';
import { isSameDay, weekdayOf, wholeMinute } from '#web/lib/moment-words.ts';
import { compareNames } from '#web/lib/names.ts';
import { counted } from '#web/lib/plural.ts';

export const channelNames: Record<PolicyChannel, string> = {
  any: 'Calls and texts',
  call: 'Calls',
  text: 'Texts',
};

type Scoped = Pick<ListedPolicyRule, 'purpose' | 'channel'> & { campaignName?: string | null };

/** "Every campaign", "Collections campaigns", "Past due, East". */
export function campaignsWords({ purpose, campaignName = null }: Omit<Scoped, 'channel'>): string {
  if (campaignName !== null) {
    return purpose === null
      ? campaignName
      : `${campaignName}, while it is for ${purposeNames[purpose]}`;
  }
  return purpose === null ? 'Every campaign' : [purposeNames[purpose], 'campaigns'].join(' ');
}

/** What a rule came from: "47 CFR 64.1200(c), looked up Nov 28, 2026". */
export function sourceWords({
  source,
  sourceDate,
}: Pick<ListedPolicyRule, 'source' | 'sourceDate'>) {
  if (source === null) return sourceDate === null ? null : `Looked up ${dayWords(sourceDate)}`;
  return sourceDate === null ? source : `${source}, looked up ${dayWords(sourceDate)}`;
}

const week = 6 * 86_400_000;

/** "2:10 PM" of today, "Tuesday, 9:00 AM" of the next days, else "Dec 12, 9:00 AM". */
export function untilWords(at: string, now: Date): string {
  const whole = new Date(wholeMinute(at));
  if (isSameDay(whole, now)) return formatLocalTime(whole);
  if (whole.getTime() - now.getTime() < week && whole > now)
    return `${weekdayOf(whole, 'long')}, ${formatLocalTime(whole)}`;
  return formatLocalDateTime(whole, now);
}

export interface Counted {
  /** When it was counted. */
  at: Date;
  /** Not all contacts were judged. */
  atLeast: boolean;
  /** Of hours: how far they hold is not looked for any further than some days. */
  hours: boolean;
}

const lookedAhead = hoursLookedAheadDays * 86_400_000;
const isBeyond = (at: string, counted: Counted) =>
  counted.hours && Date.parse(at) >= counted.at.getTime() + lookedAhead;
const beyond = `for more than ${counted(hoursLookedAheadDays, 'day')}`;

/** "1,204 numbers until Tuesday, 9:00 AM": all lists together; '' for none. */
export function heldWords(costs: readonly PolicyCost[], counting: Counted): string {
  const count = costs.reduce((sum, cost) => sum + cost.count, 0);
  if (count === 0) return '';
  const numbers = `${counting.atLeast ? 'At least ' : ''}${counted(count, 'number')}`;
  // Until somebody notes consent, or brings a file.
  if (costs.some((cost) => cost.last === null)) return numbers;
  const last = costs
    .flatMap((cost) => cost.last ?? [])
    .sort()
    .at(-1);
  if (last === undefined) return '';
  const until = isBeyond(last, counting) ? beyond : `until ${untilWords(last, counting.at)}`;
  return `${numbers} ${until}`;
}

/** "1,204 numbers wait for it, the first until 2:10 PM, the last until Tuesday, 9:00 AM." */
export function costWords({ count, first, last }: PolicyCost, counting: Counted): string {
  const wait = count === 1 ? '1 number waits' : `${formatNumber(count)} numbers wait`;
  if (first === null || last === null) return `${wait} for it.`;
  const end = isBeyond(last, counting) ? beyond : `until ${untilWords(last, counting.at)}`;
  const begin = isBeyond(first, counting) ? beyond : `until ${untilWords(first, counting.at)}`;
  if (begin === end) return `${wait} for it ${end}.`;
  return `${wait} for it, the first ${begin}, the last ${end}.`;
}

/** California and Canada have the same two letters: as a choice, `CA` is the country. */
const california = 'US-CA';

/** The two countries, then their states, territories and provinces by name. */
export const placeChoices = [
  { value: 'US', label: 'United States' },
  { value: 'CA', label: 'Canada' },
  ...Object.keys(stateNames)
    .map((state) => ({
      value: state === 'CA' ? california : state,
      label: placeName({ country: null, state }) ?? state,
    }))
    .sort((a, b) => compareNames(a.label, b.label)),
];

interface Place {
  country: string | null;
  state: string | null;
}

/** The place of a choice; '' is anywhere. */
export function placeOf(value: string): Place {
  if (value === 'US' || value === 'CA') return { country: value, state: null };
  if (value === california) return { country: null, state: 'CA' };
  return { country: null, state: value === '' ? null : value };
}

export function placeValue({ country, state }: Place): string {
  if (state === 'CA') return california;
  return state ?? country ?? '';
}

const provinces = 'AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' ');
const countryOf = (state: string) => (provinces.includes(state) ? 'CA' : 'US');

/** Whether a rule is, or may be, about numbers of the chosen place. */
export function isAbout(rule: Place, value: string): boolean {
  if (value === '') return true;
  const { country, state } = placeOf(value);
  if (state !== null && rule.state !== null) return rule.state === state;
  const chosen = country ?? (state === null ? null : countryOf(state));
  const own = rule.country ?? (rule.state === null ? null : countryOf(rule.state));
  return own === null || own === chosen;
}

export const presetGroups = [
  { id: 'federal', name: 'United States' },
  { id: 'canada', name: 'Canada' },
  { id: 'states', name: 'States' },
] as const;
export type PresetGroup = (typeof presetGroups)[number]['id'];

/** What is about one state stands with the states. */
export function groupOf({ rules }: Pick<PolicyPreset, 'rules'>): PresetGroup {
  if (rules.every(({ country }) => country === 'CA')) return 'canada';
  return rules.some(({ state }) => state !== null) ? 'states' : 'federal';
}
