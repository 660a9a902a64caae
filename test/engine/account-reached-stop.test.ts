/** An answer counts for the account although its engine stops, or dies, while the call is up. */

import { expect, test } from 'vitest';
import type { StoredNote } from '../../src/contract/note.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { freshDatabase } from '../harness/database.ts';
import { type EntryState, entriesOf, makeAccountCampaign, makeAccounts } from './account-world.ts';
import { recount } from './recount.ts';
import { leasesRunOut } from './silent-engine.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { afternoon, type Campaign, campaignState, readCallLog } from './world.ts';

const db = await freshDatabase();
const [asked, other] = ['12125550101', '12125550102'];
const allPersons = { person: 1, machine: 0, busy: 0, failed: 0 };
const allMachines = { person: 0, machine: 1, busy: 0, failed: 0 };
/** The first call is answered 9.9 seconds after its submission. */
const inTheTalk = 20_000;
const whileItRings = 5_000;

interface Wish {
  profile: typeof allPersons;
  runFor: number;
  /** The first engine stops in order; otherwise it is gone without a trace. */
  inOrder: boolean;
}

/** One engine until the instant, then another one to the end of the campaign. */
async function twoEngines({ profile, runFor, inOrder }: Wish) {
  const campaign = await makeAccountCampaign(db, { callsPerMinute: 600 });
  const callListId = await makeAccounts(db, campaign, [{ phones: [asked, other] }]);
  const clock = virtualClock(afternoon);
  const first = makeEngine(db, { clock, profile, folder: temporaryFolder() });
  const second = makeEngine(db, { clock, profile, folder: temporaryFolder() });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  await first.run(runFor, 250);
  if (inOrder) await first.engine.stop();
  const atTheStop = await attemptsOf(campaign);
  if (!inOrder) await leasesRunOut(db);
  await second.runUntil(async () => (await campaignState(db, campaign)).completed, 500);
  await second.engine.stop();
  await first.engine.stop();
  const called = readCallLog(second.folder).map(({ to }) => to);
  const [entry] = (await entriesOf(db, campaign.clientId, callListId)).slice(1);
  const books = await recount(db, campaign.clientId);
  expect(books).toMatchObject({ mismatches: 0, wrongCounts: [], openAttempts: 0 });
  return { atTheStop, attempts: await attemptsOf(campaign), called, entry };
}

function attemptsOf({ clientId }: Campaign) {
  return asClient(db, clientId, (tx) =>
    tx.rows<{
      phone: string;
      result: string;
      answered: boolean;
      note: StoredNote | null;
      seconds: number;
    }>(
      `SELECT a.phone, a.result, a.answered_at IS NOT NULL AS answered, a.carrier_note AS note,
         coalesce(r.duration, 0)::int AS seconds
       FROM attempt a LEFT JOIN call_record r USING (client_id, call_list_id, entry_id)
       WHERE a.client_id = $1 ORDER BY a.attempted_at`,
      [clientId],
    ),
  );
}

const barred: EntryState = { phone: other, state: 2, reason: 'already_reached' };

test('an engine that stops while a person talks records who answered', async () => {
  const wish = { profile: allPersons, runFor: inTheTalk, inOrder: true };
  const { atTheStop, called, entry } = await twoEngines(wish);
  expect(atTheStop).toEqual([
    {
      ...{ phone: asked, result: 'person', answered: true, seconds: 10 },
      note: { code: 'shut_down', what: 'call' },
    },
  ]);
  expect({ called, entry }).toEqual({ called: [], entry: barred });
});

test('an engine that dies while a person talks has kept that somebody answered', async () => {
  const wish = { profile: allPersons, runFor: inTheTalk, inOrder: false };
  const { attempts, called, entry } = await twoEngines(wish);
  // How long they talked nobody knows: nothing is billed.
  expect(attempts).toMatchObject([
    { phone: asked, result: 'unknown', answered: false, seconds: 0 },
  ]);
  expect({ called, entry }).toEqual({ called: [], entry: barred });
});

test.each([true, false])(
  'a machine that answered is no person (stop in order: %s)',
  async (inOrder) => {
    const { called } = await twoEngines({ profile: allMachines, runFor: inTheTalk, inOrder });
    expect(called).toEqual([other]);
  },
);

test.each([true, false])('a call that rings still is no answer (in order: %s)', async (inOrder) => {
  const wish = { profile: allPersons, runFor: whileItRings, inOrder };
  const { atTheStop, called } = await twoEngines(wish);
  expect(atTheStop[0]?.result).toBe(inOrder ? 'unknown' : null);
  expect(called).toEqual([other]);
});
