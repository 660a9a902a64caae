import { runningProcesses } from '../../src/cli/start/run-file.ts';

/** The metrics of the one process that runs with this data folder. */
export async function metricsPage(dataFolder: string): Promise<string> {
  const [process] = runningProcesses(dataFolder);
  return (await fetch(`${process?.metrics}/metrics`)).text();
}

export interface Families {
  /** Name of a series (a histogram has three) to the labels that it was seen with. */
  labelsOf: Map<string, Set<string>>;
  /** `label="value"` of every series. */
  values: Set<string>;
}

/** Reads the text form of Prometheus. A family that has no series yet is known without labels. */
export function readFamilies(page: string): Families {
  const labelsOf = new Map<string, Set<string>>();
  const values = new Set<string>();
  for (const line of page.split('\n')) {
    const [, declared, type] = /^# TYPE (\S+) (\w+)$/.exec(line) ?? [];
    if (declared && type === 'histogram') {
      for (const part of ['bucket', 'sum', 'count']) labelsOf.set(`${declared}_${part}`, new Set());
    } else if (declared) labelsOf.set(declared, new Set());
    const [, name = '', inside = ''] = /^([a-z_]+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    for (const [pair, label = ''] of inside.matchAll(/([a-z_]+)="(?:[^"\\]|\\.)*"/g)) {
      labelsOf.get(name)?.add(label);
      values.add(pair);
    }
  }
  return { labelsOf, values };
}
