/** A draft, compared field by field with what somebody else saved meanwhile. */
import type { ReactNode } from 'react';

/** One field as the comparison shows it; what a draft holds besides stays as it is typed. */
export interface MergeField<D> {
  key: string;
  /** As on the form. */
  label: string;
  /** What is compared, as text. */
  value: (draft: D) => string;
  /** What is shown of it. */
  show: (draft: D) => ReactNode;
  /** `into` with this field as `from` has it. */
  take: (from: D, into: D) => D;
}

/** A field that is one key of the draft; shown as it is, unless said otherwise. */
export function mergeField<D extends object, K extends keyof D & string>(
  key: K,
  label: string,
  show: (value: D[K]) => ReactNode = (value) => (value === undefined ? '' : String(value)),
): MergeField<D> {
  return {
    key,
    label,
    value: (draft) => JSON.stringify(draft[key]) ?? '',
    show: (draft) => show(draft[key]),
    take: (from, into) => ({ ...into, [key]: from[key] }),
  };
}

/** A field for each label, in their order; `own` has those that are shown in another way. */
export function mergeFields<D extends object, K extends keyof D & string>(
  labels: Readonly<Record<K, string>>,
  own: { [Key in K]?: MergeField<D> } = {},
): MergeField<D>[] {
  return (Object.keys(labels) as K[]).map((key) => own[key] ?? mergeField(key, labels[key]));
}

export type Side = 'mine' | 'theirs';
export type Choices = Readonly<Record<string, Side>>;

export interface ConflictRow {
  key: string;
  label: string;
  was: ReactNode;
  mine: ReactNode;
  theirs: ReactNode;
}

/** The three drafts of a comparison. */
export interface Versions<D> {
  /** What both began with. */
  base: D;
  mine: D;
  theirs: D;
}

export interface Comparison {
  /** What both changed, each in another way. */
  rows: ConflictRow[];
  /** Labels of what only one of them changed. */
  onlyMine: string[];
  onlyTheirs: string[];
}

export function compareDrafts<D>(
  fields: readonly MergeField<D>[],
  { base, mine, theirs }: Versions<D>,
): Comparison {
  const comparison: Comparison = { rows: [], onlyMine: [], onlyTheirs: [] };
  for (const { key, label, value, show } of fields) {
    const [was, own, other] = [value(base), value(mine), value(theirs)];
    if (own === other) continue;
    if (other === was) comparison.onlyMine.push(label);
    else if (own === was) comparison.onlyTheirs.push(label);
    else {
      const shown = { was: show(base), mine: show(mine), theirs: show(theirs) };
      comparison.rows.push({ key, label, ...shown });
    }
  }
  return comparison;
}

/** What is saved: each field from the one who changed it, and of both's as chosen. */
export function mergeDrafts<D>(
  fields: readonly MergeField<D>[],
  { base, mine, theirs }: Versions<D>,
  choices: Choices,
): D {
  return fields.reduce((merged, { key, value, take }) => {
    const [was, own, other] = [value(base), value(mine), value(theirs)];
    const isTheirs = own === was || (other !== was && choices[key] === 'theirs');
    return take(isTheirs ? theirs : mine, merged);
  }, mine);
}
