import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { linkSearch } from '#web/lib/link-search.ts';
import { type Draft, lastStep, mapStep, type StepIndex } from './draft.ts';

export const wizardPath = '/main/upload';

interface StepParts {
  draft: Draft;
  change: (change: Partial<Draft>) => void;
  /** Why a step cannot be opened now. */
  reasonFor: (step: number) => string | undefined;
  /** What the steps depend on is being read: nobody knows yet which can be opened. */
  loading: boolean;
}

/**
 * The step that is open, and a way to another one. It is in the address (`?step=2`), so that the
 * browser's Back goes one step back; an address whose step cannot be opened becomes that of the
 * furthest one that can.
 */
export function useStep({ draft, change, reasonFor, loading }: StepParts) {
  const navigate = useNavigate();
  const { step: address } = useSearch({ strict: false }) as { step?: unknown };
  const asked = stepOf(address);
  // An address without a step is the first one, except on the way back to a draft that was left.
  const seen = useRef(false);
  if (asked !== undefined) seen.current = true;
  const wanted = asked ?? (seen.current ? 0 : draft.step);
  const step = loading ? wanted : openStep(wanted, reasonFor);

  const open = (next: StepIndex, replace = false) =>
    void navigate({
      to: wizardPath,
      search: linkSearch(next === 0 ? {} : { step: next + 1 }),
      replace,
    });
  useLayoutEffect(() => {
    if (draft.step === step) return;
    // Going back to the mapping resets it (document 2 section 4), however one gets there.
    change(step === mapStep ? { step, mapping: undefined } : { step });
  });
  const isSettled = loading || (asked ?? 0) === step;
  useEffect(() => {
    if (!isSettled) open(step, true);
  });
  return [step, open] as const;
}

/** Undefined for an address without a step, or with something else than one. */
function stepOf(address: unknown): StepIndex | undefined {
  const isStep = typeof address === 'number' && Number.isInteger(address);
  if (!isStep || address < 1 || address > lastStep + 1) return undefined;
  return (address - 1) as StepIndex;
}

/** The furthest step up to the wanted one that can be opened. */
export function openStep(
  wanted: StepIndex,
  reasonFor: (step: number) => string | undefined,
): StepIndex {
  let step: number = wanted;
  while (step > 0 && reasonFor(step) !== undefined) step -= 1;
  return step as StepIndex;
}
