/** Which alerts would fire, by their own expressions, on pages that processes show. */
import { parser } from '@prometheus-io/lezer-promql';

type Node = ReturnType<typeof parser.parse>['topNode'];

export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}
type Vector = Sample[];

/** Every series of a page in the text form of Prometheus. */
export function readSamples(page: string): Sample[] {
  return page.split('\n').flatMap((line) => {
    const [, name = '', inside = '', value] =
      /^([a-z_]+)(?:\{(.*)\})? (-?[\d.e+-]+|NaN)$/.exec(line) ?? [];
    if (name === '') return [];
    const pairs = [...inside.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)];
    const labels = Object.fromEntries(pairs.map(([, label = '', text = '']) => [label, text]));
    return [{ name, labels, value: Number(value) }];
  });
}

/**
 * The series that an expression leaves of these samples, at one instant. It knows what the alerts on states
 * need: selectors, min, max, sum and count, absent, products, comparisons, or, unless. The samples
 * are of one process, so whatever stands on the right of "unless on (instance)" is of the same one.
 *
 * @throws Error at anything else, so that no alert is believed to be tried that was not
 */
export function evaluate(expression: string, samples: readonly Sample[]): Vector {
  const result = resultOf(parser.parse(expression).topNode.firstChild, expression, samples);
  if (typeof result === 'number') throw new Error(`"${expression}" is a number.`);
  return result;
}

function resultOf(node: Node | null, text: string, samples: readonly Sample[]): Vector | number {
  if (!node) throw new Error(`"${text}" is empty.`);
  const inner = (child: Node | null) => resultOf(child, text, samples);
  const words = (child: Node) => text.slice(child.from, child.to);
  switch (node.name) {
    case 'NumberDurationLiteral':
      return Number(words(node));
    case 'ParenExpr':
      return inner(node.firstChild);
    case 'VectorSelector':
      return select(node, words, samples);
    case 'AggregateExpr':
      return aggregate(node, words, inner);
    case 'FunctionCall':
      if (words(node.firstChild ?? node) === 'absent') return absent(inner(argumentOf(node)));
      break;
    case 'BinaryExpr':
      return binary(node, words, inner);
  }
  throw new Error(`"${words(node)}" (${node.name}) is not known here.`);
}

type Words = (node: Node) => string;
type Inner = (node: Node | null) => Vector | number;

function select(node: Node, words: Words, samples: readonly Sample[]): Vector {
  const name = words(node.getChild('Identifier') ?? node);
  const matchers = [...words(node).matchAll(/(\w+)(!?=)"([^"]*)"/g)];
  return samples.filter(
    (one) =>
      one.name === name &&
      matchers.every(([, label = '', sign, value]) => {
        const same = (one.labels[label] ?? '') === value;
        return sign === '=' ? same : !same;
      }),
  );
}

const argumentOf = (node: Node) => node.getChild('FunctionCallBody')?.firstChild ?? null;

function vectorOf(value: Vector | number): Vector {
  if (typeof value === 'number') throw new Error('A number stands where series are asked for.');
  return value;
}

const absent = (value: Vector | number): Vector =>
  vectorOf(value).length > 0 ? [] : [{ name: '', labels: {}, value: 1 }];

const aggregations: Record<string, (values: number[]) => number> = {
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  count: (values) => values.length,
};

function aggregate(node: Node, words: Words, inner: Inner): Vector {
  const how = aggregations[words(node.firstChild ?? node)];
  if (!how) throw new Error(`"${words(node)}" is not known here.`);
  const by = node.getChild('AggregateModifier');
  const kept = by ? [...words(by).replace(/^by/, '').matchAll(/\w+/g)].map(([word]) => word) : [];
  const groups = new Map<string, { labels: Sample['labels']; values: number[] }>();
  for (const { labels, value } of vectorOf(inner(argumentOf(node)))) {
    const left = Object.fromEntries(kept.map((label) => [label, labels[label] ?? '']));
    const group = groups.get(JSON.stringify(left)) ?? { labels: left, values: [] };
    group.values.push(value);
    groups.set(JSON.stringify(left), group);
  }
  return [...groups.values()].map(({ labels, values }) => ({
    name: '',
    labels,
    value: how(values),
  }));
}

const comparisons: Record<string, (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '==': (a, b) => a === b,
};

function binary(node: Node, words: Words, inner: Inner): Vector | number {
  const [left, right] = [inner(node.firstChild), inner(node.lastChild)];
  const sign = words(node.firstChild?.nextSibling ?? node);
  if (sign === 'unless') return vectorOf(right).length > 0 ? [] : left;
  if (sign === 'or') return vectorOf(left).length > 0 ? left : right;
  if (typeof right !== 'number') throw new Error(`"${words(node)}" compares two series.`);
  if (sign === '*' && typeof left === 'number') return left * right;
  const holds = comparisons[sign];
  if (!holds) throw new Error(`"${sign}" is not known here.`);
  return vectorOf(left).filter(({ value }) => holds(value, right));
}
