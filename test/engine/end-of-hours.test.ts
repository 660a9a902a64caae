/** Calling hours that end between the commit of a claim and its submission (promise 4). */

import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { claimCalls } from '../../src/db/queries/claim.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import type { EngineDeps } from '../../src/engine/deps.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine } from './test-engine.ts';
import { makeTexting } from './text-world.ts';
import { type Campaign, campaignState, makeCampaign, makeList, readCallLog } from './world.ts';

const db = await freshDatabase();

/** Ten seconds before 21:00 in New York, and in every zone of its area code. */
const lastMoment = simMs(Date.parse('2026-11-21T01:59:50Z'));

test.each([
  ['call', 12_123_000_000, () => makeCampaign(db)],
  ['text', 12_124_000_000, () => makeTexting(db)],
])(
  'a %s whose hours ended between claim and submission waits for the morning',
  async (_, firstPhone, make) => {
    const campaign: Campaign = await make();
    const { clientId } = campaign;
    await makeList(db, campaign, { entries: 3, firstPhone });
    await requestStart(db, clientId, campaign.campaignId);
    const clock = virtualClock(lastMoment);
    let claimed = 0;
    /** The response to its first claim that takes something is slow. */
    const claim: EngineDeps['claim'] = async (tx, request) => {
      const outcome = await claimCalls(tx, request);
      if (outcome.kind !== 'claimed' || outcome.calls.length === 0) return outcome;
      if (claimed === 0) clock.advance(simMs(11_000));
      claimed += outcome.calls.length;
      return outcome;
    };
    const { engine, run, runUntil, folder } = makeEngine(db, { clock, deps: { claim } });
    await run(1_000);
    expect(claimed).toBeGreaterThan(0);
    expect(readCallLog(folder)).toEqual([]);
    const waiting = await asClient(db, clientId, (tx) =>
      tx.rows<{ reason: string }>('SELECT DISTINCT reason FROM list_entry WHERE client_id = $1', [
        clientId,
      ]),
    );
    expect(waiting).toEqual([{ reason: 'calling_hours' }]);
    // A text campaign does not wait for its texts' receipts; its last ones come after it.
    const ended = async () =>
      (await campaignState(db, campaign)).completed &&
      (await recount(db, clientId)).openAttempts === 0;
    await runUntil(ended, 600_000);
    await engine.stop();
    const hours = readCallLog(folder).map(({ at }) => new Date(at).getUTCHours());
    expect(hours).toEqual([13, 13, 13]);
    expect(await recount(db, clientId)).toMatchObject({
      attempts: 3,
      openAttempts: 0,
      wrongCounts: [],
    });
  },
);
