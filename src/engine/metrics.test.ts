import { expect, test } from 'vitest';
import { createMetrics } from '#domain/metrics.ts';
import { realMs } from '#domain/milliseconds.ts';
import { engineMetrics, keptFor, mostCampaigns } from './metrics.ts';

const campaign = (campaignId: number, fence = 1) => ({
  ...{ clientId: 1, campaignId, fence, clientCode: 'demo', campaignType: 1 },
  ...{ carrier: 'trunk', textCarrier: 'sms' },
});

test('calls are counted in all and by campaign, texts by the carrier of texts', () => {
  const metrics = createMetrics();
  const engine = engineMetrics(metrics, () => 0);
  engine.holds([campaign(1), { ...campaign(2), campaignType: 3 }]);
  engine.attempted({ clientId: 1, campaignId: 1 }, 3);
  engine.attempted({ clientId: 1, campaignId: 2 }, 2);
  engine.ended({ clientId: 1, campaignId: 1 }, 'busy');
  const page = metrics.render();
  expect(page).toContain('carillon_attempts_total 5\n');
  const of = 'client="demo",campaign=';
  expect(page).toContain(`carillon_campaign_attempts_total{${of}"1",carrier="trunk"} 3\n`);
  expect(page).toContain(`carillon_campaign_attempts_total{${of}"2",carrier="sms"} 2\n`);
  expect(page).toContain(
    `carillon_campaign_results_total{${of}"1",carrier="trunk",result="busy"} 1\n`,
  );
});

test('more campaigns than have series of their own are counted together', () => {
  const metrics = createMetrics();
  const engine = engineMetrics(metrics, () => 0);
  const many = Array.from({ length: mostCampaigns + 5 }, (_, at) => campaign(at + 1));
  engine.holds(many);
  for (const one of many) engine.attempted(one, 1);
  const series = metrics.render().match(/^carillon_campaign_attempts_total\{.*$/gm) ?? [];
  expect(series).toHaveLength(mostCampaigns + 1);
  expect(series.at(-1)).toBe(
    'carillon_campaign_attempts_total{client="other",campaign="other",carrier="other"} 5',
  );
});

test('the series of a campaign that ended are there for some scrapes, then they are gone', () => {
  const metrics = createMetrics();
  let now = 0;
  const engine = engineMetrics(
    metrics,
    () => 0,
    () => realMs(now),
  );
  engine.holds([campaign(1)]);
  engine.attempted(campaign(1), 4);
  engine.holds([]);
  now = keptFor - 1;
  engine.holds([]);
  expect(metrics.render()).toContain('campaign="1"');
  now = keptFor;
  engine.holds([]);
  expect(metrics.render()).not.toContain('campaign="1"');
  expect(metrics.render()).toContain('carillon_attempts_total 4\n');
});

test('a lease that is taken, taken anew after a loss, and gone is counted', () => {
  const metrics = createMetrics();
  const engine = engineMetrics(metrics, () => 0);
  const changes = () => metrics.render().match(/(?<=^carillon_lease_changes_total).*$/gm);
  engine.holds([campaign(1)]);
  engine.holds([campaign(1)]);
  expect(changes()).toEqual(['{change="taken"} 1']);
  engine.holds([campaign(1, 2)]);
  engine.holds([]);
  expect(changes()).toEqual(['{change="taken"} 2', '{change="gone"} 1']);
  expect(metrics.render()).toContain('carillon_campaigns_held 0\n');
});
