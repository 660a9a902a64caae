/** Asks the gate about the entries of a claim, with the client's current calling hours. */

import type { ClaimRequest } from '#db/queries/claim-request.ts';
import type { RunSettings } from '#db/queries/lease.ts';
import type { PolicyKeeper } from '#db/queries/policy-book.ts';
import { type CallingHours, callingHours } from '#domain/calling-hours.ts';
import { decide, submissionTakes } from '#domain/gate.ts';
import { type GateMoment, gateQuestion } from '#domain/gate-question.ts';
import { type SimMs, toSim } from '#domain/milliseconds.ts';
import type { CampaignPolicy } from '#domain/policy/campaign-policy.ts';
import { allowedAt, fieldsOf } from './attempt-allowed.ts';
import type { RunnerDeps } from './deps.ts';

/** The judge of a claim, and what is kept of what allowed an attempt. */
type EntryJudge = Required<
  Pick<ClaimRequest, 'hours' | 'judge' | 'allowed' | 'fields' | 'policies'>
>;

export type EntryGate = ReturnType<typeof createEntryGate>;

/** @returns what makes the judge of a claim at an instant */
export function createEntryGate({ clock, metrics }: Pick<RunnerDeps, 'clock' | 'metrics'>) {
  /** Kept until somebody changes the hours: they cache their verdicts. */
  let hours: { of: string; policy: CampaignPolicy | null; rules: CallingHours } | undefined;
  const policies: PolicyKeeper = {};

  const hoursOf = ({ callingHours: own }: RunSettings, policy: CampaignPolicy | null) => {
    const of = JSON.stringify(own);
    if (hours?.of !== of || hours.policy !== policy) {
      hours = { of, policy, rules: callingHours(own, policy?.hours) };
    }
    return hours.rules;
  };

  return (settings: RunSettings, now: SimMs): EntryJudge => {
    const { countries } = settings;
    const takes = toSim(submissionTakes, clock.speed);
    let moment: GateMoment | undefined;
    /** Each claim has one policy. */
    const momentOf = (policy: CampaignPolicy | null): GateMoment => {
      if (moment?.policy === policy) return moment;
      const rules = hoursOf(settings, policy);
      moment = { now, hours: rules, countries, policy, submissionTakes: takes };
      return moment;
    };
    let allowed: ReturnType<typeof allowedAt> | undefined;
    return {
      policies,
      hours: JSON.stringify(settings.callingHours),
      fields: fieldsOf(settings),
      judge(candidate, policy) {
        const verdict = decide(gateQuestion(candidate, momentOf(policy)));
        if (verdict.kind !== 'call') metrics.refused(verdict.reason);
        return verdict;
      },
      allowed(candidate, cap, policy) {
        allowed ??= allowedAt(settings, momentOf(policy).hours, now);
        return allowed(candidate, cap);
      },
    };
  };
}
