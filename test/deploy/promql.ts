/** What an expression of Prometheus asks for. */
import { parser } from '@prometheus-io/lezer-promql';

export interface Asked {
  /** Names of metrics. */
  metrics: string[];
  /** Every label that it selects or groups by. */
  labels: string[];
  /** `label="value"` where a value is written out. */
  values: [label: string, value: string][];
}

/** @throws Error when the expression cannot be parsed, with its position */
export function readPromQl(expression: string): Asked {
  const asked: Asked = { metrics: [], labels: [], values: [] };
  const text = (node: { from: number; to: number }) => expression.slice(node.from, node.to);
  parser.parse(expression).iterate({
    enter(node) {
      if (node.type.isError) {
        throw new Error(
          `"${expression}" is wrong at "${expression.slice(node.from, node.from + 20)}"`,
        );
      }
      if (node.name === 'VectorSelector') {
        const name = node.node.getChild('Identifier');
        if (name) asked.metrics.push(text(name));
      }
      if (node.name === 'LabelName') asked.labels.push(text(node));
      if (node.name === 'UnquotedLabelMatcher') {
        const [label, operator, value] = [
          node.node.firstChild,
          node.node.firstChild?.nextSibling,
          node.node.lastChild,
        ];
        if (label && value && operator && text(operator) === '=') {
          asked.values.push([text(label), text(value).slice(1, -1)]);
        }
      }
    },
  });
  return asked;
}
