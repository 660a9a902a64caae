import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WaitingPart } from '../../src/contract/campaign-funnel.ts';
import { asClient, asClientSnapshot } from '../../src/db/database.ts';
import { campaignFunnel } from '../../src/db/queries/campaign-funnel.ts';
import { keepCounts } from '../../src/db/queries/waiting-tally.ts';
import { freshDatabase } from '../harness/database.ts';
import { countOneByOne } from './counted-funnel.ts';
import { randomCampaign } from './random-funnel.ts';
import { storeCampaign } from './stored-funnel.ts';

const db = await freshDatabase();

const sorted = (parts: WaitingPart[]) =>
  parts.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

const listsOf = async (clientId: number) => {
  const rows = await asClient(db, clientId, (tx) =>
    tx.rows<{ id: number }>('SELECT call_list_id AS id FROM call_list ORDER BY 1'),
  );
  return rows.map(({ id }) => id);
};

test('a funnel equals a count that judges every number by itself, and its parts are all of them', async () => {
  const met = new Set<string>();
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(randomCampaign, async (given) => {
      const { clientId, campaignId } = await storeCampaign(db, given);
      // Of every other campaign all lists have kept counts, of others the first one.
      runs += 1;
      const kept = await listsOf(clientId);
      for (const callListId of kept.slice(0, runs % 2 === 0 ? undefined : 1)) {
        await keepCounts(db, { clientId, callListId });
      }
      const funnel = await asClientSnapshot(db, clientId, (tx) =>
        campaignFunnel(tx, clientId, campaignId, new Date(given.now)),
      );
      if (!funnel) throw new Error('no funnel');
      const { campaignId: id, leftOut, ...counted } = funnel;
      expect({ id, leftOut }).toEqual({ id: campaignId, leftOut: [] });
      const expected = countOneByOne(given);
      expect({ ...counted, waiting: sorted(counted.waiting) }).toEqual({
        ...expected,
        waiting: sorted(expected.waiting),
      });
      const parts = [...counted.waiting, ...counted.barred];
      const { called, inProgress, callableNow, loaded } = counted;
      const all = parts.reduce((sum, { count }) => sum + count, called + inProgress + callableNow);
      expect(all).toBe(loaded);
      for (const { reason } of parts) met.add(reason);
      if (callableNow > 0) met.add('callable');
    }),
    // So many that each reason is met: of 160, one set in 85 had no busy carrier.
    { numRuns: 320 },
  );
  // Otherwise the property would have proved less than it claims.
  expect([...met].sort()).toEqual(
    [
      ...[
        'attempt_cap',
        'calling_hours',
        'callable',
        'campaign_stopped',
        'carrier_busy',
        'do_not_call',
        'in_call',
        'undecided_text',
      ],
      ...['list_closed', 'number_not_dialed', 'opt_out_key', 'opt_out_text'],
    ].sort(),
  );
});
