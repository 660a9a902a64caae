/** A figure of abandoned calls opens exactly the calls that it counts, whatever the operator chooses later (decision 085). */
import { expect, test } from 'vitest';
import { callRecordFilters } from '../../src/contract/call-record.ts';
import { countedAbandoned } from '../../src/contract/call-record-columns.ts';
import { campaignType } from '../../src/contract/campaign.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { readAbandonment, setAbandonmentRule } from '../../src/db/queries/abandonment.ts';
import { countCallRecords, pageOfCallRecords } from '../../src/db/queries/call-record.ts';
import { countLateWish } from '../../src/db/queries/late-wish.ts';
import { recordMark } from '../../src/db/record-outcome.ts';
import type { AbandonmentRule, AgentWait } from '../../src/domain/governor/abandoned-call.ts';
import { freshDatabase } from '../harness/database.ts';
import { ended, record, takeEntries } from './follow-up-world.ts';
import { makeLinkback } from './linkback-world.ts';
import { recount } from './recount.ts';
import { afternoon, type Campaign, makeList, makeTestClient, vault } from './world.ts';

const db = await freshDatabase();

/** By the entry: what became of the wish for an agent; null: nobody asked. */
const waits: readonly (AgentWait | null)[] = [
  null,
  { end: 'connected', ms: 0 },
  { end: 'connected', ms: 2_000 },
  { end: 'connected', ms: 2_001 },
  { end: 'connected', ms: 20_000 },
  { end: 'connected', ms: 21_000 },
  { end: 'no_agent', ms: 500 },
  { end: 'hung_up', ms: 1_000 },
  { end: 'hung_up', ms: 5_000 },
  { end: 'hung_up', ms: 25_000 },
];
/** Each choice, with the entries that count as abandoned under it. */
const choices: readonly (readonly [AbandonmentRule, number[]])[] = [
  [{ waitSeconds: 2, hangUps: false }, [4, 5, 6, 7, 9, 10]],
  [{ waitSeconds: 20, hangUps: false }, [6, 7, 10]],
  [{ waitSeconds: 20, hangUps: true }, [6, 7, 8, 9, 10]],
  [{ waitSeconds: 2, hangUps: true }, [4, 5, 6, 7, 8, 9, 10]],
];

async function played(rule: AbandonmentRule | null): Promise<Campaign & { callListId: number }> {
  const clientId = await makeTestClient(db);
  await asPlatform(db, (tx) => setAbandonmentRule(tx, clientId, rule));
  const campaign = await makeLinkback(db, { clientId, agentCount: 2 });
  const callListId = await makeList(db, campaign, { entries: 20 });
  const entries = waits.map((_, at) => at + 1);
  await takeEntries(db, campaign, callListId, [...entries, 11]);
  await record(db, clientId, [
    ...waits.map((wait, at) => {
      // The message began 2 seconds after the answer, 5 seconds after the call was placed.
      const asked = 10_000;
      const until = asked + (wait?.ms ?? 0);
      return ended(callListId, at + 1, 'person', {
        linkback: wait ? { wait } : {},
        ...(wait?.end === 'no_agent' && { abandoned: true }),
        ...(wait?.end === 'connected' && { transferSeconds: 5 }),
        finishedAt: (afternoon +
          until +
          (wait?.end === 'hung_up' ? 0 : 60_000)) as typeof afternoon,
        course: {
          message: { id: 1, version: 1, at: 5_000, ms: 8_000 },
          ...(wait && { keys: [['1', asked]] }),
          ...(wait?.end === 'connected' && { connectedAt: until }),
        },
      });
    }),
    ended(callListId, 11, 'unknown', { linkback: {} }),
  ]);
  return { ...campaign, callListId };
}

async function opened({ clientId, campaignId }: Campaign): Promise<number[]> {
  const filters = callRecordFilters.parse({
    campaigns: [campaignId],
    abandonment: countedAbandoned,
  });
  const question = { clientId, filters, blind: vault };
  const page = await pageOfCallRecords(db, question, { limit: 100 });
  expect(await countCallRecords(db, question)).toBe(page.length);
  return page.map(({ entryId }) => entryId).sort((a, b) => a - b);
}

async function counted({ clientId, campaignId }: Campaign): Promise<number | undefined> {
  const read = await asClient(db, clientId, (tx) => readAbandonment(tx, clientId, campaignId));
  return read?.days.reduce((sum, [, , abandoned]) => sum + abandoned, 0);
}

test('what a figure opens is what it counts, by the choice that holds now, whatever held before', async () => {
  for (const [before] of choices) {
    const campaign = await played(before);
    for (const [rule, entries] of choices) {
      await asPlatform(db, (tx) => setAbandonmentRule(tx, campaign.clientId, rule));
      expect({ rule, opens: await opened(campaign) }).toEqual({ rule, opens: entries });
      expect(await counted(campaign)).toBe(entries.length);
    }
    expect(await recount(db, campaign.clientId)).toMatchObject({ wrongCounts: [] });
  }
});

test('so do calls that an older version recorded, of which the course tells', async () => {
  const campaign = await played(null);
  await asClient(db, campaign.clientId, (tx) =>
    tx.run('UPDATE call_record SET marks = marks & $2 WHERE client_id = $1', [
      ...[campaign.clientId, recordMark.waitKnown - 1],
    ]),
  );
  for (const [rule, entries] of choices) {
    await asPlatform(db, (tx) => setAbandonmentRule(tx, campaign.clientId, rule));
    expect({ rule, opens: await opened(campaign) }).toEqual({ rule, opens: entries });
  }
});

test('a Broadcast has no agents, so none of its calls is abandoned, whichever keys were pressed', async () => {
  const campaign = await played(null);
  const { clientId } = campaign;
  await asClient(db, clientId, async (tx) => {
    const marks = [clientId, recordMark.waitKnown - 1];
    await tx.run('UPDATE call_record SET marks = marks & $2 WHERE client_id = $1', marks);
    await tx.run('UPDATE campaign SET campaign_type = $2 WHERE client_id = $1', [
      ...[clientId, campaignType.broadcast],
    ]);
  });
  for (const [rule] of choices) {
    await asPlatform(db, (tx) => setAbandonmentRule(tx, clientId, rule));
    expect(await opened(campaign)).toEqual([]);
  }
});

test('and a wish that became known late; without a rule nothing counts, unless the pacing is adaptive', async () => {
  const campaign = await played(null);
  const { clientId, callListId } = campaign;
  expect(await opened(campaign)).toEqual([]);
  expect(await counted(campaign)).toBeUndefined();
  await asClient(db, clientId, (tx) =>
    countLateWish(tx, clientId, { callListId, entryId: 11 }, new Date(afternoon + 9_000)),
  );
  await asClient(db, clientId, (tx) =>
    tx.run(`UPDATE campaign SET pacing = 'adaptive' WHERE client_id = $1`, [clientId]),
  );
  expect(await opened(campaign)).toEqual([6, 7, 10, 11]);
  expect(await counted(campaign)).toBe(4);
});
