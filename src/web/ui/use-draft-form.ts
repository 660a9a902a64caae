import type { UseMutationResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FieldError } from '#contract/errors.ts';
import { ApiProblem } from '../lib/problem.ts';
import { platformNow } from '../lib/simulation.ts';
import { type Conflict, conflictOf, type DraftMerge } from './draft-conflict.ts';
import { messageOf } from './error-message.ts';

interface DraftFormParts<D> {
  /** The initial values; they do not change when lists are reloaded. */
  first: D;
  /** Every broken rule of a draft, in the order of the form. */
  errorsOf: (draft: D) => readonly FieldError[];
  /** Sends the draft; says what happens afterwards. */
  save: UseMutationResult<unknown, Error, D>;
  /** Whether two drafts would be saved alike; compares their values by default. */
  same?: (a: D, b: D) => boolean;
  /** How a change that somebody saved meanwhile is compared with the draft. */
  merge?: DraftMerge<D> | undefined;
}

/** What the parts of a form take. */
export interface FormFields<D> {
  draft: D;
  change: (part: Partial<D>) => void;
  /** The error that applies now to a field. */
  errorAt: (path: string) => string | undefined;
  /** Why the server refused a field in the last save. */
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
  /** The stored values as far as known: the initial ones, or those last saved. */
  stored: D;
  /** Every sentence that keeps the draft from being saved, in the order of the form. */
  problems: string[];
  /** It is being saved. */
  busy: boolean;
  /** It differs from what is stored; also while it is being saved, until the server accepted it. */
  unsaved: boolean;
  /** Why the last save failed; cleared once something is typed. */
  failure: string | undefined;
  /** The same, unless fields already show it. */
  formFailure: string | undefined;
  /** Somebody else saved the record meanwhile; to be shown as a `ConflictDialog`. */
  conflict: Conflict | undefined;
  /** Nothing is wrong and nothing is being saved. */
  complete: boolean;
  /** Saves a draft that is complete. */
  submit: () => void;
  /** Continues with what was saved. */
  restart: (stored: D) => void;
}

/** The state of a form that edits one record; every form of the console uses it. */
export function useDraftForm<D extends object>(parts: DraftFormParts<D>): DraftForm<D> {
  const { errorsOf, save, same = sameValues, merge } = parts;
  const [stored, setStored] = useState(parts.first);
  const [draft, setDraft] = useState(stored);
  const errors = errorsOf(draft);
  const refusal = save.error instanceof ApiProblem ? save.error : undefined;
  const complete = errors.length === 0 && !save.isPending;
  const taken = save.isSuccess && save.variables === draft;
  // Of the click itself: the next one may come before React has shown that it is being saved.
  const sending = useRef(false);
  const send = (sent: D) => {
    if (sending.current) return;
    sending.current = true;
    save.mutate(sent, {
      onSettled: () => {
        sending.current = false;
      },
    });
  };
  const [opened] = useState(platformNow);
  const [putAside, setPutAside] = useState<ApiProblem>();
  const asked = refusal === putAside ? undefined : refusal;
  const conflict = conflictOf(
    { merge, refusal: asked, stored, draft, opened },
    (merged, theirs) => {
      setStored(theirs);
      setDraft(merged);
      if (errorsOf(merged).length > 0) save.reset();
      else send(merged);
    },
  );

  const failure = save.error && !conflict ? failureOf(save.error) : undefined;
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
    formFailure: refusal?.errors.length ? undefined : failure,
    conflict: conflict && { ...conflict, back: () => setPutAside(refusal) },
    complete,
    submit: () => {
      if (complete) send(draft);
    },
    restart: (saved) => {
      setStored(saved);
      setDraft(saved);
    },
  };
}

function failureOf(error: Error): string {
  const changed = error instanceof ApiProblem && error.change !== undefined;
  return changed ? `${messageOf(error)}. Save again to compare.` : messageOf(error);
}

function sameValues(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
