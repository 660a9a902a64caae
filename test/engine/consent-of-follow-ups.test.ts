/** Consent of a list that changes while a result makes the first list of its follow-ups. */
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { isOutOfTime } from '../../src/db/errors.ts';
import { lockCallList, setListConsent } from '../../src/db/queries/call-list.ts';
import { storePolicyRule } from '../../src/db/queries/policy-save.ts';
import { recheckPolicy } from '../../src/db/queries/recheck.ts';
import { recordResults } from '../../src/db/queries/record.ts';
import { lockStopsAndLists } from '../../src/db/queries/stops-and-lists.ts';
import { contactCapWorld } from './contact-cap-world.ts';
import { ended, rule, setRules, takeEntries } from './follow-up-world.ts';
import { makeEngine } from './test-engine.ts';
import { afternoon, vault } from './world.ts';

const { db, wanting, attemptsOf } = await contactCapWorld();
const by = { managerId: null, now: new Date(afternoon) };
const consent = { kind: 'express', source: 'Web form', date: '2026-01-05', words: '' } as const;

/** A list with consent, a called entry, and a rule that lets other campaign call it next. */
async function followed() {
  const { clientId, campaigns, start } = await wanting(1, ['calls', 'calls']);
  const [first, next] = campaigns;
  if (!first || !next) throw new Error('no campaigns');
  await setRules(db, first, [
    rule({ action: 'campaign', campaignId: next.campaignId, waitMinutes: 0, most: 1 }),
  ]);
  await asClient(db, clientId, (tx) =>
    storePolicyRule(
      ...([tx, clientId, 0] as const),
      {
        ...{ purpose: null, campaignId: null, country: null, state: null, channel: 'any' },
        ...{ preset: null, source: null, sourceDate: null },
        terms: { kind: 'consent', consent: 'express' },
      },
      by,
    ),
  );
  const lists = () =>
    asClient(db, clientId, (tx) =>
      tx.rows<{ id: number; follows: number | null; kind: string | null }>(
        `SELECT call_list_id AS id, follows_list_id AS follows, consent->>'kind' AS kind
         FROM call_list WHERE client_id = $1 AND (campaign_id = $2 OR follows_list_id IS NOT NULL)
         ORDER BY call_list_id`,
        [clientId, first.campaignId],
      ),
    );
  const list = (await lists())[0]?.id ?? 0;
  await asClient(db, clientId, (tx) => setListConsent(tx, clientId, list, { consent, by }));
  await takeEntries(db, first, list, [1], afternoon);
  return { clientId, list, lists, next, start };
}

async function untilBlocked(): Promise<void> {
  for (;;) {
    const row = await asPlatform(db, (tx) =>
      tx.row<{ blocked: boolean }>(
        `SELECT EXISTS (SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
           WHERE NOT l.granted AND d.datname = current_database()) AS blocked`,
      ),
    );
    if (row?.blocked) return;
  }
}

test.each(['made first', 'taken back first'])(
  'consent of a list that is taken back is in no list of its follow-ups: %s',
  async (order) => {
    const { clientId, list, lists, next, start } = await followed();
    const steps = [
      (tx: Parameters<typeof recordResults>[0]) =>
        recordResults(tx, vault, clientId, [ended(list, 1, 'no_answer')]),
      (tx: Parameters<typeof recordResults>[0]) =>
        setListConsent(tx, clientId, list, { consent: null, by }),
    ] as const;
    const [one, other] = order === 'made first' ? steps : ([steps[1], steps[0]] as const);
    let second: Promise<unknown> | undefined;
    await asClient(db, clientId, async (tx) => {
      await one(tx);
      second = asClient(db, clientId, async (their) => {
        await other(their);
      });
      await Promise.race([second, untilBlocked()]);
    });
    await second;
    await recheckPolicy(db, clientId);
    expect((await lists()).map(({ kind }) => kind)).toEqual([null, null]);
    expect((await lists())[1]?.follows).toBe(list);
    const { engine, run } = makeEngine(db);
    await start([next]);
    await asClient(db, clientId, (tx) =>
      tx.run(
        `UPDATE list_entry e SET state = 2 FROM call_list l WHERE e.client_id = $1
           AND l.client_id = $1 AND l.call_list_id = e.call_list_id
           AND l.campaign_id = $2 AND l.follows_list_id IS NULL`,
        [clientId, next.campaignId],
      ),
    );
    await run(60_000, 2_000);
    await engine.stop();
    expect(await attemptsOf(clientId)).toHaveLength(1);
  },
);

test('consent of a list that is being reused is not saved, and holds up no stop and no reuse', async () => {
  const { clientId, list } = await followed();
  const busy = await asClient(db, clientId, async (tx) => {
    await lockCallList(tx, clientId, list);
    const save = asClient(db, clientId, (other) =>
      setListConsent(other, clientId, list, { consent: null, by }),
    ).catch(isOutOfTime);
    await Promise.race([save, untilBlocked()]);
    // As a reuse does at its end.
    await lockStopsAndLists(tx, clientId);
    return [save];
  });
  expect(await busy[0]).toBe(true);
});
