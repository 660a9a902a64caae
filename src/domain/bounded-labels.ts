/** Keeps the label sets of a metric few: each is a series that Prometheus stores. */

export type Labels = Record<string, string | number>;

export interface Bound {
  /** The labels with an unlimited number of values. */
  of: readonly string[];
  /** The most different values at once; all others are counted together as `other`. */
  most: number;
}

export interface BoundedLabels {
  /** The labels as they are counted. */
  fit(labels: Labels): Labels;
  /** Makes room for another one. */
  forget(labels: Labels): void;
}

export function boundedLabels({ of, most }: Bound): BoundedLabels {
  const known = new Set<string>();
  const keyOf = (labels: Labels) => of.map((name) => labels[name]).join('\n');
  return {
    fit(labels) {
      const key = keyOf(labels);
      if (known.has(key)) return labels;
      if (known.size < most) {
        known.add(key);
        return labels;
      }
      return { ...labels, ...Object.fromEntries(of.map((name) => [name, 'other'])) };
    },
    forget(labels) {
      known.delete(keyOf(labels));
    },
  };
}
