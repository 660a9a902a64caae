/**
 * What comes after an outcome: a campaign's short ordered list of rules. The first rule for the
 * outcome that is not used up decides. Each follow-up is a new entry of its own, so that every
 * entry is still attempted at most once.
 */
import { z } from 'zod';
import { idOf } from './fields.ts';

/**
 * Outcomes that a rule can follow. `person`: answered, and neither pressed 1 nor opted out;
 * `no_reply`: a text was delivered and its person did not write back in time. After anything else
 * (connected to an agent, opted out, unknown, replied) nobody is contacted again.
 */
export const voiceOutcomes = [
  'no_answer',
  'busy',
  'machine',
  'failed',
  'abandoned',
  'person',
] as const;
export const textOutcomes = ['failed', 'no_reply'] as const;
export const followedOutcomes = [...voiceOutcomes, 'no_reply'] as const;
export type FollowedOutcome = (typeof followedOutcomes)[number];

/** What a rule does: again in its campaign, in another campaign, or nothing more. */
export const followUpActions = ['again', 'campaign', 'nothing'] as const;

/** Numbers of rules go from 1 to this one. */
export const lastRuleId = 999;
/** Rules of one campaign. */
export const mostRules = 10;
/** Follow-ups of one number in all, whatever the rules of the campaigns on its way add up to. */
export const mostSteps = 10;
const day = 24 * 60;
/** Minutes: two months. */
export const longestWait = 60 * day;
/** Shorter, a person who was just called is called at once again. */
export const shortestWait = 5;

export const followUpTexts = {
  rules: `A campaign can have at most ${mostRules} follow-up rules.`,
  id: `Each follow-up rule needs a number of its own, from 1 to ${lastRuleId}.`,
  wait: `Enter a wait in whole minutes, from ${shortestWait} minutes to 60 days.`,
  most: `Enter how often, from 1 to ${mostSteps}.`,
  target: 'Choose the campaign that follows.',
  targetUnknown: 'The campaign that follows does not exist any more. Choose another one.',
  own: 'Choose "again" to follow up in the same campaign.',
  outcome: 'This outcome does not exist in a campaign of this type.',
  unreachable: 'An earlier rule for this outcome ends it: this one never applies.',
} as const;

const wait = z
  .number({ error: followUpTexts.wait })
  .int(followUpTexts.wait)
  .min(shortestWait, followUpTexts.wait)
  .max(longestWait, followUpTexts.wait);
const most = z
  .number({ error: followUpTexts.most })
  .int(followUpTexts.most)
  .min(1, followUpTexts.most)
  .max(mostSteps, followUpTexts.most);

export const followUpRule = z.object({
  /** Stays with the rule through edits: what it has used up is counted by it. */
  ruleId: z
    .number()
    .int(followUpTexts.id)
    .min(1, followUpTexts.id)
    .max(lastRuleId, followUpTexts.id),
  after: z.enum(followedOutcomes),
  action: z.enum(followUpActions),
  /** Of `campaign`; else 0. */
  campaignId: idOf('campaign').default(0),
  /** At the earliest so many minutes after the outcome. */
  waitMinutes: wait,
  /** In a part of the day that was not tried yet: morning, afternoon or evening where they live. */
  otherPart: z.boolean().default(false),
  /** How often for a person: for all numbers of a row of the file together, in other campaigns too. */
  most,
});
export type FollowUpRule = z.infer<typeof followUpRule>;

const listed = z.array(followUpRule).max(mostRules, followUpTexts.rules);

/** The rules of a campaign in whose type these outcomes exist. */
export function followUpsAfter(outcomes: readonly FollowedOutcome[]) {
  return listed.superRefine((rules, context) => {
    for (const { path, message } of followUpFaults(rules, outcomes)) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  });
}

export interface FollowUpFault {
  path: readonly [rule: number, field: keyof FollowUpRule];
  message: string;
}

/** What is wrong with rules beside their single fields. */
export function followUpFaults(
  rules: readonly FollowUpRule[],
  outcomes: readonly FollowedOutcome[],
): FollowUpFault[] {
  const ended = new Set<FollowedOutcome>();
  const ids = new Set<number>();
  return rules.flatMap((rule, at) => {
    const faults: FollowUpFault[] = [];
    const add = (field: keyof FollowUpRule, message: string) =>
      faults.push({ path: [at, field], message });
    if (ids.has(rule.ruleId)) add('ruleId', followUpTexts.id);
    if (!outcomes.includes(rule.after)) add('after', followUpTexts.outcome);
    if (ended.has(rule.after)) add('after', followUpTexts.unreachable);
    if (rule.action === 'campaign' && rule.campaignId < 1) add('campaignId', followUpTexts.target);
    if (rule.action === 'nothing') ended.add(rule.after);
    ids.add(rule.ruleId);
    return faults;
  });
}
