/** A refused save that began with an older version: what the manager is asked (decision 055). */
import type { Change } from '#contract/change.ts';
import { changedSentence } from '#domain/change-sentence.ts';
import type { ApiProblem } from '../lib/problem.ts';
import { platformNow } from '../lib/simulation.ts';
import {
  type Choices,
  type Comparison,
  compareDrafts,
  type MergeField,
  mergeDrafts,
} from './merge-drafts.ts';

export interface DraftMerge<D> {
  /** "campaign" */
  noun: string;
  fields: readonly MergeField<D>[];
  /** The draft of the record as its operation returns it. */
  read: (stored: unknown) => D & { version?: number | undefined };
  /** Adjusts what is saved to what is stored: a step that was deleted is a new one. */
  adapt?: (merged: D, theirs: D) => D;
}

export interface Conflict extends Comparison {
  /** "Changed by Ann Lee at 2:14 PM" */
  title: string;
  by: string;
  noun: string;
  /** On the platform's clock. */
  opened: Date;
  /** Saves what was chosen. */
  resolve: (choices: Choices) => void;
  /** Closes the question; what was typed stays, and the next save asks again. */
  back: () => void;
}

interface Refused<D> {
  merge: DraftMerge<D> | undefined;
  refusal: ApiProblem | undefined;
  stored: D;
  draft: D;
  opened: Date;
}

export function conflictOf<D extends object>(
  { merge, refusal, stored: base, draft: mine, opened }: Refused<D>,
  save: (merged: D, theirs: D) => void,
): Omit<Conflict, 'back'> | undefined {
  const change: Change | undefined = refusal?.change;
  if (!merge || !change) return undefined;
  const { noun, fields, adapt = (merged: D) => merged } = merge;
  const theirs = { ...merge.read(change.stored), version: change.version };
  const versions = { base, mine, theirs };
  return {
    ...compareDrafts(fields, versions),
    title: changedSentence({ by: change.by, at: new Date(change.at) }, platformNow()),
    by: change.by,
    noun,
    opened,
    resolve: (choices) => {
      const merged = adapt(mergeDrafts(fields, versions, choices), theirs);
      save({ ...merged, version: change.version }, theirs);
    },
  };
}
