/**
 * Figures of the running process in the text form of Prometheus. A process has one registry: its
 * roles publish in it, and its own address (CARILLON_METRICS) shows it at /metrics.
 */

import { type Bound, boundedLabels, type Labels } from './bounded-labels.ts';

export interface Counter {
  add(labels?: Labels, by?: number): void;
  /** Removes every series with these labels; of a bounded one, with all labels of its bound. */
  forget(labels: Labels): void;
}

interface Gauge {
  set(value: number, labels?: Labels): void;
}

interface Histogram {
  observe(value: number, labels?: Labels): void;
}

export interface Metrics {
  /** Only goes up; the name ends in `_total`. */
  counter(name: string, help: string, bound?: Bound): Counter;
  gauge(name: string, help: string): Gauge;
  /** A gauge that is read at the moment it is asked for. */
  gaugeOf(name: string, help: string, read: () => number): void;
  /** The same with labels: one value for each set of them that there is at that moment. */
  gaugesOf(name: string, help: string, read: () => readonly LabelledValue[]): void;
  /** Bounds in the unit of the name (`_seconds`), ascending. */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram;
  /** The page at /metrics. */
  render(): string;
}

export interface LabelledValue {
  labels: Labels;
  value: number;
}

interface Family {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  lines: () => string[];
}

export function createMetrics(): Metrics {
  const families = new Map<string, Family>();
  const declare = (family: Family) => {
    if (families.has(family.name)) throw new Error(`The metric ${family.name} is declared twice.`);
    families.set(family.name, family);
  };
  return {
    counter(name, help, bound) {
      const values = new Map<string, number>();
      const fitting = bound && boundedLabels(bound);
      declare({ name, help, type: 'counter', lines: () => plainLines(name, values) });
      return {
        add(labels = {}, by = 1) {
          const key = labelText(fitting?.fit(labels) ?? labels);
          values.set(key, (values.get(key) ?? 0) + by);
        },
        forget(labels) {
          fitting?.forget(labels);
          const wanted = Object.entries(labels).map(([label, value]) =>
            labelText({ [label]: value }),
          );
          for (const key of values.keys()) {
            if (wanted.every((one) => `,${key},`.includes(`,${one},`))) values.delete(key);
          }
        },
      };
    },
    gauge(name, help) {
      const values = new Map<string, number>();
      declare({ name, help, type: 'gauge', lines: () => plainLines(name, values) });
      return {
        set(value, labels = {}) {
          values.set(labelText(labels), value);
        },
      };
    },
    gaugeOf(name, help, read) {
      declare({ name, help, type: 'gauge', lines: () => [`${name} ${read()}`] });
    },
    gaugesOf(name, help, read) {
      const values = () =>
        new Map(read().map(({ labels, value }) => [labelText(labels), value] as const));
      declare({ name, help, type: 'gauge', lines: () => plainLines(name, values()) });
    },
    histogram(name, help, bounds) {
      const series = new Map<string, Buckets>();
      declare({ name, help, type: 'histogram', lines: () => bucketLines(name, bounds, series) });
      return {
        observe(value, labels = {}) {
          const key = labelText(labels);
          const buckets = series.get(key) ?? { counts: bounds.map(() => 0), sum: 0, count: 0 };
          series.set(key, buckets);
          const index = bounds.findIndex((bound) => value <= bound);
          if (index >= 0) buckets.counts[index] = (buckets.counts[index] ?? 0) + 1;
          buckets.sum += value;
          buckets.count += 1;
        },
      };
    },
    render: () => [...families.values()].flatMap(familyLines).join('\n').concat('\n'),
  };
}

interface Buckets {
  counts: number[];
  sum: number;
  count: number;
}

function familyLines({ name, help, type, lines }: Family): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines()];
}

function plainLines(name: string, values: Map<string, number>): string[] {
  return [...values].map(([labels, value]) => `${name}${braced(labels)} ${value}`);
}

/** Buckets are cumulative: each counts what is at most its bound. */
function bucketLines(name: string, bounds: readonly number[], series: Map<string, Buckets>) {
  return [...series].flatMap(([labels, { counts, sum, count }]) => {
    let upTo = 0;
    const buckets = bounds.map((bound, index) => {
      upTo += counts[index] ?? 0;
      return `${name}_bucket${braced(labels, `le="${bound}"`)} ${upTo}`;
    });
    return [
      ...buckets,
      `${name}_bucket${braced(labels, 'le="+Inf"')} ${count}`,
      `${name}_sum${braced(labels)} ${sum}`,
      `${name}_count${braced(labels)} ${count}`,
    ];
  });
}

function braced(...parts: string[]): string {
  const given = parts.filter((part) => part !== '');
  return given.length === 0 ? '' : `{${given.join(',')}}`;
}

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(String(value))}"`)
    .join(',');
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
