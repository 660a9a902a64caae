import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldError } from '#contract/errors.ts';
import { ApiProblem } from '../lib/problem.ts';
import { messageOf } from './error-message.ts';

interface DraftFormParts<D> {
  /** What the form begins with: it does not change under the hand when lists are read again. */
  first: D;
  /** Every broken rule of a draft, in the order of the form. */
  errorsOf: (draft: D) => readonly FieldError[];
  /** Sends the draft; says what happens afterwards. */
  save: UseMutationResult<unknown, Error, D>;
  /** Whether two drafts would be saved alike; by their values unless said otherwise. */
  same?: (a: D, b: D) => boolean;
}

/** What the parts of a form take. */
export interface FormFields<D> {
  draft: D;
  change: (part: Partial<D>) => void;
  /** The sentence that applies now to a field. */
  errorAt: (path: string) => string | undefined;
  /** What the server said about a field of the last save. */
  refusalAt: (path: string) => string | undefined;
  /** Value, sentences and change of one field: `<TextField {...field('name')} />`. */
  field: <K extends keyof D & string>(key: K) => BoundField<D[K]>;
}

interface BoundField<V> {
  value: V;
  error: string | undefined;
  errorNow: string | undefined;
  onChange: (value: V) => void;
}

export interface DraftForm<D> extends FormFields<D> {
  /** What is stored as far as the form knows: as it began, or as it was saved last. */
  stored: D;
  /** Every sentence that keeps the draft from being saved, in the order of the form. */
  problems: string[];
  /** It is being saved. */
  busy: boolean;
  /** It differs from what is stored; also while it is being saved, until the server took it. */
  unsaved: boolean;
  /** Why the last save failed; none once something is typed again. */
  failure: string | undefined;
  /** The same, unless fields show it already. */
  unplacedFailure: string | undefined;
  /** Nothing is wrong and nothing is being saved. */
  complete: boolean;
  /** Saves a draft that is complete. */
  submit: () => void;
  /** Goes on with what was saved. */
  restart: (stored: D) => void;
}

/** The state of a form that edits one record: what every form of the console stands on. */
export function useDraftForm<D extends object>(parts: DraftFormParts<D>): DraftForm<D> {
  const { errorsOf, save, same = sameValues } = parts;
  const [stored, setStored] = useState(parts.first);
  const [draft, setDraft] = useState(stored);
  const errors = errorsOf(draft);
  const refusal = save.error instanceof ApiProblem ? save.error : undefined;
  const failure = save.error ? messageOf(save.error) : undefined;
  const complete = errors.length === 0 && !save.isPending;
  const taken = save.isSuccess && save.variables === draft;

  const edit = (next: (before: D) => D) => {
    if (save.isError) save.reset();
    setDraft(next);
  };
  const errorAt = (path: string) => errors.find((error) => error.path === path)?.message;
  const refusalAt = (path: string) => refusal?.errorAt(path);
  return {
    draft,
    stored,
    change: (part) => edit((before) => ({ ...before, ...part })),
    errorAt,
    refusalAt,
    field: (key) => ({
      value: draft[key],
      error: errorAt(key),
      errorNow: refusalAt(key),
      onChange: (value) => edit((before) => ({ ...before, [key]: value })),
    }),
    problems: errors.map(({ message }) => message),
    busy: save.isPending,
    unsaved: !same(draft, stored) && !taken,
    failure,
    unplacedFailure: refusal?.errors.length ? undefined : failure,
    complete,
    submit: () => {
      if (complete) save.mutate(draft);
    },
    restart: (saved) => {
      setStored(saved);
      setDraft(saved);
    },
  };
}

function sameValues(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
