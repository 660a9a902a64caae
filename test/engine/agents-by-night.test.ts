/** Agents of a Linkback are called for customers who may be called: none at night, however much is due. */
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { setAbandonmentRule } from '../../src/db/queries/abandonment.ts';
import { ensureCallRecordMonth } from '../../src/db/queries/call-record-month.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { eager, makeLinkback, makeLinkbackEngine } from './linkback-world.ts';
import { makeList, makeTestClient, readCallLog } from './world.ts';

const db = await freshDatabase();
/** In New York, where all of them live: hours begin at 8:00. */
const opening = Date.parse('2026-11-20T13:00:00Z');
await asPlatform(db, (tx) => ensureCallRecordMonth(tx, new Date(opening)));

async function guarded(pacing: 'ratio' | 'adaptive', waitSeconds: 2 | 20, entries: number) {
  const clientId = await makeTestClient(db);
  await asPlatform(db, (tx) =>
    setAbandonmentRule(tx, clientId, { waitSeconds, hangUps: false } as const),
  );
  const campaign = await makeLinkback(db, { clientId, agentCount: 8, callRatio: 1.5 });
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET pacing = $2 WHERE client_id = $1', [clientId, pacing]),
  );
  await makeList(db, campaign, { entries });
  await requestStart(db, clientId, campaign.campaignId);
  return clientId;
}

/** When agents and customers were called, milliseconds after the opening. */
function calledIn(folder: string) {
  const after = ({ at }: { at: string }) => Date.parse(at) - opening;
  const log = readCallLog(folder);
  return {
    agents: log.filter(({ kind }) => kind === 'agent').map(after),
    customers: log.filter(({ kind }) => kind === 'call').map(after),
  };
}

test.each([
  { pacing: 'ratio', waitSeconds: 2, entries: 6_000 },
  { pacing: 'ratio', waitSeconds: 20, entries: 6_000 },
  { pacing: 'adaptive', waitSeconds: 2, entries: 6_000 },
  { pacing: 'adaptive', waitSeconds: 20, entries: 40 },
] as const)(
  'no agent is called before the hours of $entries numbers begin ($pacing, $waitSeconds s), and then they are',
  async ({ pacing, waitSeconds, entries }) => {
    const clientId = await guarded(pacing, waitSeconds, entries);
    const clock = virtualClock(simMs(opening - 90_000));
    const { engine, run, folder } = makeLinkbackEngine(db, { clock, profile: eager });
    await run(80_000, 250);
    expect(calledIn(folder)).toEqual({ agents: [], customers: [] });
    // What they wait for is known, also where no call had room.
    const due = await asClient(db, clientId, (tx) =>
      tx.rows(`SELECT FROM list_entry WHERE client_id = $1 AND due_at = '-infinity' LIMIT 1`, [
        clientId,
      ]),
    );
    expect(due).toEqual([]);
    await run(60_000, 250);
    await engine.stop();
    const { agents, customers } = calledIn(folder);
    expect(Math.min(...agents, ...customers)).toBeGreaterThanOrEqual(0);
    expect(agents.length).toBeGreaterThan(0);
    expect(customers.length).toBeGreaterThan(0);
  },
);

test('rules that shut the day end the calls to agents, though all is due again', async () => {
  const clientId = await guarded('adaptive', 2, 6_000);
  const clock = virtualClock(simMs(opening - 90_000));
  const { engine, run, folder } = makeLinkbackEngine(db, { clock, profile: eager });
  await run(60_000, 250);
  // As a change of the hours does it: all is looked at again.
  await asClient(db, clientId, (tx) =>
    tx.run(`UPDATE list_entry SET due_at = '-infinity', reason = NULL WHERE client_id = $1`, [
      clientId,
    ]),
  );
  await run(20_000, 250);
  await engine.stop();
  expect(calledIn(folder)).toEqual({ agents: [], customers: [] });
});
