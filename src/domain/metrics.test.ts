import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

test('a counter adds up by its labels', () => {
  const metrics = createMetrics();
  const calls = metrics.counter('calls_total', 'Calls placed.');
  calls.add({ result: 'person' });
  calls.add({ result: 'person' }, 2);
  calls.add({ result: 'a "quoted"\nline' });
  expect(metrics.render()).toBe(
    [
      '# HELP calls_total Calls placed.',
      '# TYPE calls_total counter',
      'calls_total{result="person"} 3',
      'calls_total{result="a \\"quoted\\"\\nline"} 1',
      '',
    ].join('\n'),
  );
});

test('the buckets of a histogram are cumulative and end with all of them', () => {
  const metrics = createMetrics();
  const seconds = metrics.histogram('wait_seconds', 'Waits.', [0.1, 1]);
  for (const value of [0.05, 0.1, 0.5, 7]) seconds.observe(value, { route: '/x' });
  expect(metrics.render()).toContain(
    [
      'wait_seconds_bucket{route="/x",le="0.1"} 2',
      'wait_seconds_bucket{route="/x",le="1"} 3',
      'wait_seconds_bucket{route="/x",le="+Inf"} 4',
      'wait_seconds_sum{route="/x"} 7.65',
      'wait_seconds_count{route="/x"} 4',
    ].join('\n'),
  );
});

test('a gauge is read when it is asked for, and a name is declared once', () => {
  const metrics = createMetrics();
  let waiting = 1;
  metrics.gaugeOf('waiting', 'Waiting.', () => waiting);
  waiting = 5;
  expect(metrics.render()).toContain('waiting 5');
  expect(() => metrics.gauge('waiting', 'Again.')).toThrow('declared twice');
});
