/** Asks the gate for the entries of a claim, by the client's calling hours as they are just now. */
import type { Candidate } from '#db/queries/claim-candidates.ts';
import type { RunSettings } from '#db/queries/lease.ts';
import { type CallingHours, callingHours } from '#domain/calling-hours.ts';
import { numberFault } from '#domain/dialing.ts';
import { decide, type GateVerdict, handOverTakes } from '#domain/gate.ts';
import type { RunnerDeps } from './deps.ts';

type Judge = (candidate: Candidate) => GateVerdict;

export type EntryGate = ReturnType<typeof createEntryGate>;

/** @returns the judge of a claim at an instant (epoch ms of the engine's clock) */
export function createEntryGate({ clock, metrics }: Pick<RunnerDeps, 'clock' | 'metrics'>) {
  /** Kept while the operator changes nothing: they remember their verdicts. */
  let hours: { of: string; rules: CallingHours } | undefined;

  return (settings: Pick<RunSettings, 'callingHours' | 'countries'>, now: number): Judge => {
    const of = JSON.stringify(settings.callingHours);
    if (hours?.of !== of) hours = { of, rules: callingHours(settings.callingHours) };
    const { rules } = hours;
    return (candidate) => {
      const verdict = decide({
        now,
        doNotCall: candidate.doNotCall,
        undecided: candidate.undecided,
        // Files are read by the same rule: this is for lists of before, and for countries taken back.
        notDialed: numberFault(candidate.phone, settings.countries) !== undefined,
        inCall: candidate.inCall,
        cappedUntil: candidate.cappedUntil,
        gapUntil: candidate.gapUntil,
        account: candidate.account,
        hours: rules.verdict(candidate, now),
        handOverTakes: handOverTakes * clock.speed,
      });
      if (verdict.kind !== 'call') metrics.refused(verdict.reason);
      return verdict;
    };
  };
}
