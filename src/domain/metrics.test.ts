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
  metrics.gaugesOf('open', 'Open.', () => [
    { labels: { pool: 'a' }, value: 2 },
    { labels: { pool: 'b' }, value: 0 },
  ]);
  expect(metrics.render()).toContain('open{pool="a"} 2\nopen{pool="b"} 0');
  let waiting = 1;
  metrics.gaugeOf('waiting', 'Waiting.', () => waiting);
  waiting = 5;
  expect(metrics.render()).toContain('waiting 5');
  expect(() => metrics.gauge('waiting', 'Again.')).toThrow('declared twice');
});

test('labels that may be of any number are bounded, and make room when they are forgotten', () => {
  const metrics = createMetrics();
  const bound = { of: ['campaign'], most: 2 };
  const calls = metrics.counter('calls_total', 'Calls placed.', bound);
  for (const campaign of [1, 2, 3, 4, 1]) calls.add({ campaign, result: 'person' });
  const lines = () => metrics.render().trimEnd().split('\n').slice(2);
  expect(lines()).toEqual([
    'calls_total{campaign="1",result="person"} 2',
    'calls_total{campaign="2",result="person"} 1',
    'calls_total{campaign="other",result="person"} 2',
  ]);
  calls.forget({ campaign: 1 });
  calls.add({ campaign: 5, result: 'busy' });
  expect(lines()).toEqual([
    'calls_total{campaign="2",result="person"} 1',
    'calls_total{campaign="other",result="person"} 2',
    'calls_total{campaign="5",result="busy"} 1',
  ]);
});

test('gauges with labels are read when they are asked for', () => {
  const metrics = createMetrics();
  let carriers = ['a'];
  metrics.gaugesOf('connected', 'By carrier.', () =>
    carriers.map((carrier) => ({ labels: { carrier }, value: 1 })),
  );
  carriers = ['b', 'c'];
  expect(metrics.render()).toContain('connected{carrier="b"} 1\nconnected{carrier="c"} 1\n');
});
