/** What a preset of the contact policy is, and short ways to write its rules. */
import type { LimitTerms, PolicyDay, PolicyRule } from '#contract/policy.ts';

/** A rule without a client's or a campaign's ids; its source is the preset's. */
export type PresetRule = Pick<PolicyRule, 'purpose' | 'country' | 'state' | 'channel' | 'terms'>;

export interface Preset {
  /** Lower case with underscores; kept in each row that came from it. */
  code: string;
  name: string;
  /** What it does, written out; a test holds its rules against this. */
  meaning: string;
  /** The law, as lawyers cite it. */
  source: string;
  /** When it was looked up, `YYYY-MM-DD`. */
  sourceDate: string;
  /** Public addresses where it was looked up: two, or `differs` says why not. */
  seen: readonly string[];
  /** Where the sources differ, or what they do not say; null: nothing to say. */
  differs: string | null;
  /**
   * The law is about recorded calls alone. Its rules hold every call of such campaigns, recorded or not: which
   * of them play a recording only their course says.
   */
  recorded?: true;
  rules: readonly PresetRule[];
}

/** When all of them were looked up. */
export const sourceDate = '2026-11-28';

/** Tables of state rules that several presets were checked against. */
export const tables = {
  clickPoint: 'https://blog.clickpointsoftware.com/telemarketing-calling-hours-by-state',
  dropCowboy: 'https://www.dropcowboy.com/state-compliance',
  callDesk: 'https://glama.ai/mcp/connectors/com.modernmustardseed/call-desk/tools/can_i_call_now',
  robocalls: 'http://thestraticsgroup.com/resources/robocall-laws',
  dncDates: 'https://dnc.com/holiday-alerts?year=2023',
};

export const workdays: PolicyDay[] = ['mon', 'tue', 'wed', 'thu', 'fri'];
export const exceptSunday: PolicyDay[] = [...workdays, 'sat'];
export const everyDay: PolicyDay[] = [...exceptSunday, 'sun'];

const sales = { purpose: 'sales', country: 'US', channel: 'any' } as const;

/** Sales calls and texts to a state on these days. */
export function open(state: string, days: PolicyDay[], hours: `${string}-${string}`): PresetRule {
  const [from, until] = hours.split('-') as [string, string];
  const terms = { kind: 'hours', days, open: from, close: until } as const;
  return { ...sales, state, terms: { ...terms, from: null, until: null } };
}

/** No sales calls or texts to a state on these days. */
export function closed(state: string, days: PolicyDay[]): PresetRule {
  const terms = { kind: 'hours', days, open: null, close: null, from: null, until: null } as const;
  return { ...sales, state, terms };
}

/** At most three sales calls and texts to a person within 24 hours. */
export function threeADay(state: string): PresetRule {
  const terms: LimitTerms = {
    kind: 'limit',
    most: 3,
    counts: 'attempts',
    of: 'person',
    unit: 'hours',
    length: 24,
  };
  return { ...sales, state, terms };
}

/** The same rule for calls alone. */
export const callsOnly = (rule: PresetRule): PresetRule => ({ ...rule, channel: 'call' });
