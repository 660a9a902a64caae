import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { freshDatabase } from '../harness/database.ts';
import { startFirstCampaign } from '../harness/first-campaign.ts';
import { demoPassword, startProgram } from '../harness/program.ts';
import { until } from '../harness/until.ts';
import { type Families, metricsPage, readFamilies } from './metrics-page.ts';
import { readPromQl } from './promql.ts';

const deploy = new URL('../../deploy/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, deploy), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string };
}
interface Panel {
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { expr: string; legendFormat: string }[];
}

const rules = (
  parse(read('prometheus/carillon-rules.yml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);
const board = JSON.parse(read('grafana/carillon.json')) as {
  panels: Panel[];
  templating: { list: { name: string; query: string }[] };
};

/** Grafana fills its variables in; any text stands for one here. */
const filledIn = (expression: string) => expression.replaceAll('$client', 'demo');
const expressions = [
  ...rules.map(({ alert, expr }) => ({ where: alert, expr })),
  ...board.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ where: title, expr: filledIn(expr) })),
  ),
];

/** Prometheus sets these itself at each scrape. */
const ofPrometheus = { metrics: ['up'], labels: ['job', 'instance'] };
/** As attempts end; not each of them is seen in a short run. */
const results = ['person', 'machine', 'no_answer', 'busy', 'failed', 'unknown', 'delivered'];

const db = await freshDatabase();
let page: Families;

beforeAll(async () => {
  const program = await startProgram(db);
  const demo = readFileSync(join(program.dataFolder, 'demo-contacts.csv'), 'utf8');
  // On Guam it is five in the morning.
  const contacts = `${demo.trimEnd()}\r\nGus,Gray,(671) 555-0100,,1 Main,Hagatna,GU,96910,AC-1,1,\r\n`;
  const first = await startFirstCampaign(program.url, demoPassword, contacts);
  await until(async () => ((await first.callsInReport()) > 20 ? true : undefined), 120);
  page = await until(async () => {
    const seen = readFamilies(await metricsPage(program.dataFolder));
    return seen.values.has('reason="calling_hours"') ? seen : undefined;
  }, 60);
  await program.stop();
}, 240_000);

test('each alert and each curve can be parsed, and asks for metrics that a running Carillon shows', () => {
  for (const { where, expr } of expressions) {
    const { metrics } = readPromQl(expr);
    expect(metrics.length, where).toBeGreaterThan(0);
    const unknown = metrics.filter(
      (name) => !page.labelsOf.has(name) && !ofPrometheus.metrics.includes(name),
    );
    expect(unknown, where).toEqual([]);
  }
});

test('each label that they select or group by is one of those metrics, and so is each value', () => {
  for (const { where, expr } of expressions) {
    const { metrics, labels, values } = readPromQl(expr);
    const shown = new Set(metrics.flatMap((name) => [...(page.labelsOf.get(name) ?? [])]));
    const unknown = labels.filter((one) => !shown.has(one) && !ofPrometheus.labels.includes(one));
    expect(unknown, where).toEqual([]);
    const wrong = values.filter(
      ([label, value]) =>
        !ofPrometheus.labels.includes(label) &&
        !page.values.has(`${label}="${value}"`) &&
        !(label === 'result' && results.includes(value)),
    );
    expect(wrong, where).toEqual([]);
  }
});

test('what an alert says names only labels that its expression leaves', () => {
  for (const { alert, expr, annotations } of rules) {
    const named = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, name]) => name);
    const grouped = /\bby \(([^)]*)\)/
      .exec(expr)?.[1]
      ?.split(',')
      .map((name) => name.trim());
    const all = readPromQl(expr).metrics.flatMap((name) => [...(page.labelsOf.get(name) ?? [])]);
    const aggregated = /^(sum|max|min)\(/.test(expr);
    const left = grouped ?? (aggregated ? [] : [...all, ...ofPrometheus.labels]);
    expect(
      named.filter((name) => !left.includes(name ?? '')),
      alert,
    ).toEqual([]);
  }
});

test('each alert has a name of its own, a known severity and a sentence', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, labels, annotations } of rules) {
    expect(alert).toMatch(/^Carillon[A-Z]/);
    expect(['page', 'ticket'], alert).toContain(labels.severity);
    expect(annotations.summary, alert).toMatch(/^[A-Z{].*[.?]$/);
  }
});

test('the panels of the board do not lie over each other, and its variable is filled by a metric', () => {
  const cells = board.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  const client = board.templating.list.find(({ name }) => name === 'client')?.query ?? '';
  const [, metric = '', label = ''] = /^label_values\((\w+), (\w+)\)$/.exec(client) ?? [];
  expect(page.labelsOf.get(metric)?.has(label)).toBe(true);
});

test('calls are distinguished by client, campaign and carrier', () => {
  expect([...(page.labelsOf.get('carillon_campaign_results_total') ?? [])].sort()).toEqual([
    ...['campaign', 'carrier', 'client', 'result'],
  ]);
  expect(page.values).toContain('client="demo"');
  expect(page.values).toContain('carrier="simulated"');
});

test('an expression with a metric, a label or a bracket that is wrong is found', () => {
  expect(() => readPromQl('sum(rate(carillon_attempts_total[5m])')).toThrow('is wrong at');
  expect(page.labelsOf.has('carillon_attempts')).toBe(false);
  expect(readPromQl('sum by (clients) (carillon_calls_in_progress)').labels).toEqual(['clients']);
});
