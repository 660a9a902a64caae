/** What holds a client's campaigns back, as options of a command: abandonment, and the brake. */
import {
  type AbandonmentRule,
  type AgentWaitSeconds,
  agentWaits,
} from '#domain/governor/abandoned-call.ts';
import type { BrakeLimits } from '#domain/governor/brake.ts';
import { describeBrake, parseBrake } from '#domain/governor/brake-words.ts';
import { type Given, type Option, UsageError } from './command.ts';

export const governorTerms: Record<string, Option> = {
  abandonment: {
    value: '3%|off',
    meaning:
      'Whether Linkback keeps abandoned calls at 3 % of those that a person answers, in each 30 days (16 CFR 310.4(b)(4), as of 2026-11; not legal advice). Default: off.',
  },
  'abandonment-wait': {
    value: agentWaits.join('|'),
    meaning: 'Seconds in which who asks for an agent must get one. Default: 2, the strict reading.',
  },
  'early-hang-ups': {
    value: 'count|ignore',
    meaning: "Whether who hangs up sooner, while the agent's telephone rings, is abandoned, too.",
  },
  brake: {
    value: 'failed=20%,opt-outs=3%',
    meaning:
      'Shares at which a campaign stops until a person starts it again: failed, opt-outs, machines, agents (who do not answer), text-errors, unknown. "failed=off" removes one, "off" all.',
  },
};

/** The strict reading of the law. */
const strict: AbandonmentRule = { waitSeconds: 2, hangUps: false };

/** The rule after this command, the same object when nothing changes it. */
export function abandonmentOf(
  given: Given,
  before: AbandonmentRule | null,
): AbandonmentRule | null {
  const [limit, wait, hangUps] = [
    given.text('abandonment'),
    given.text('abandonment-wait'),
    given.text('early-hang-ups'),
  ];
  if (limit === undefined && wait === undefined && hangUps === undefined) return before;
  if (limit === 'off') return null;
  if (limit !== undefined && limit.replaceAll(' ', '') !== '3%') {
    throw new UsageError(`"${limit}" is neither 3% nor off.`);
  }
  if (limit === undefined && before === null) {
    throw new UsageError('Abandonment is not guarded: give --abandonment=3%, too.');
  }
  const { waitSeconds, hangUps: counted } = before ?? strict;
  return {
    waitSeconds: wait === undefined ? waitSeconds : waitOf(wait),
    hangUps: hangUps === undefined ? counted : hangUpsOf(hangUps),
  };
}

function waitOf(text: string): AgentWaitSeconds {
  const seconds = agentWaits.find((one) => String(one) === text);
  if (seconds !== undefined) return seconds;
  throw new UsageError(`"${text}" is neither ${agentWaits.join(' nor ')} seconds.`);
}

function hangUpsOf(text: string): boolean {
  if (text === 'count' || text === 'ignore') return text === 'count';
  throw new UsageError(`"${text}" is neither count nor ignore.`);
}

/** The limits after this command, the same object when nothing changes them. */
export function brakeOf(given: Given, before: BrakeLimits): BrakeLimits {
  const text = given.text('brake');
  const limits = text === undefined ? before : parseBrake(text, before);
  if (typeof limits === 'string') throw new UsageError(limits);
  return limits;
}

/** What differs from the defaults. */
export function governorWords(rule: AbandonmentRule | null, brake: BrakeLimits): string {
  const early = rule?.hangUps ? ', early hang-ups counted' : '';
  const guarded = rule
    ? `, abandoned calls at most 3 % (an agent within ${rule.waitSeconds} seconds${early})`
    : '';
  const limits = describeBrake(brake);
  return `${guarded}${limits === undefined ? '' : `, the brake at ${limits}`}`;
}
