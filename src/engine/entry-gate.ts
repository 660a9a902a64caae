/** Asks the gate about the entries of a claim, with the client's current calling hours. */

import type { Candidate } from '#db/queries/claim-candidates.ts';
import type { RunSettings } from '#db/queries/lease.ts';
import { type CallingHours, callingHours } from '#domain/calling-hours.ts';
import type { KindCap } from '#domain/contact-cap.ts';
import { decide, type GateVerdict, submissionTakes } from '#domain/gate.ts';
import { gateQuestion } from '#domain/gate-question.ts';
import { type SimMs, toSim } from '#domain/milliseconds.ts';
import { allowedAt, fieldsOf } from './attempt-allowed.ts';
import type { RunnerDeps } from './deps.ts';

/** The judge of a claim, and what is kept of what allowed an attempt. */
interface EntryJudge {
  judge(candidate: Candidate): GateVerdict;
  allowed(candidate: Candidate, cap: KindCap | null): Uint8Array;
  fields: number[];
}

export type EntryGate = ReturnType<typeof createEntryGate>;

/** @returns what makes the judge of a claim at an instant */
export function createEntryGate({ clock, metrics }: Pick<RunnerDeps, 'clock' | 'metrics'>) {
  /** Kept until the operator changes the hours: they cache their verdicts. */
  let hours: { of: string; rules: CallingHours } | undefined;

  return (settings: RunSettings, now: SimMs): EntryJudge => {
    const of = JSON.stringify(settings.callingHours);
    if (hours?.of !== of) hours = { of, rules: callingHours(settings.callingHours) };
    const moment = {
      now,
      hours: hours.rules,
      countries: settings.countries,
      submissionTakes: toSim(submissionTakes, clock.speed),
    };
    return {
      judge(candidate) {
        const verdict = decide(gateQuestion(candidate, moment));
        if (verdict.kind !== 'call') metrics.refused(verdict.reason);
        return verdict;
      },
      allowed: allowedAt(settings, moment.hours, now),
      fields: fieldsOf(settings),
    };
  };
}
