/** How many rules of the contact policy a number's screen says are about it: those of its own places alone. */
import { expect, test } from 'vitest';
import type { NumberStory } from '../../src/contract/number.ts';
import type { PolicyTerms } from '../../src/contract/policy.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { freshDatabase } from '../harness/database.ts';
import { addAttempt, addEntry, at, makeNumberWorld, minutesAgo } from './number-world.ts';

const db = await freshDatabase();
const api = await testApi(db, { now: () => at });

test('rules of other states are not counted among those that allow a number', async () => {
  const world = await makeNumberWorld(db);
  const { clientId } = world.client;
  const manager = await api.signIn(world.client);
  const perDay = { kind: 'limit', most: 3, counts: 'attempts', of: 'number' } as const;
  const limit: PolicyTerms = { ...perDay, unit: 'hours', length: 24 };
  const litigators: PolicyTerms = { kind: 'scrub', refused: 'litigator', untilChecked: false };
  const rules: { state: string | null; terms: PolicyTerms }[] = [
    ...['FL', 'OK', 'MD'].map((state) => ({ state, terms: limit })),
    { state: 'FL', terms: litigators },
    { state: 'FL', terms: { kind: 'consent', consent: 'any' } },
    { state: null, terms: { ...limit, most: 7 } },
  ];
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO policy_rule (client_id, channel, state, terms)
       SELECT $1, 'any', v.state, v.terms FROM json_to_recordset($2) AS v (state text, terms jsonb)`,
      [clientId, JSON.stringify(rules)],
    ),
  );
  const counts = async (phone: string) => {
    await addEntry(db, world, { phone });
    const response = await manager.get(`/api/number/${phone}`);
    const [entry] = response.json<NumberStory>().entries;
    return Object.fromEntries(
      (entry?.rules ?? []).flatMap(({ rule, read }) =>
        read && 'rules' in read ? [[rule, read.rules]] : [],
      ),
    );
  };
  expect(await counts('12125550148')).toEqual({ consent: 0, contact_policy: 1 });
  expect(await counts('14055550148')).toEqual({ consent: 0, contact_policy: 2 });
  // Consent is missing, so that the policy after it is not asked.
  expect(await counts('13055550148')).toEqual({ consent: 1 });
});

test('a number names the rule that holds it up to its instant, after the one that holds it now', async () => {
  const world = await makeNumberWorld(db);
  const { clientId } = world.client;
  const manager = await api.signIn(world.client);
  const phone = '12125550188';
  const limit: PolicyTerms = {
    ...{ kind: 'limit', most: 1, counts: 'attempts', of: 'number', unit: 'hours', length: 26 },
  };
  const list = await addEntry(db, world, { phone, state: 1 });
  await addAttempt(db, world, {
    ...{ phone, callListId: list, attemptedAt: minutesAgo(20), result: 'busy' },
  });
  await addEntry(db, world, { phone });
  await asPlatform(db, (tx) =>
    tx.run('UPDATE client SET least_gap_hours = 1 WHERE client_id = $1', [clientId]),
  );
  const waiting = async () => {
    const { entries } = (await manager.get(`/api/number/${phone}`)).json<NumberStory>();
    return entries.find(({ verdict }) => verdict.kind === 'wait');
  };
  const gap = { kind: 'wait', reason: 'least_gap' };
  const alone = await waiting();
  expect(alone).toMatchObject({ verdict: { ...gap, until: minutesAgo(20 - 60).toISOString() } });
  expect(alone?.heldBy).toBeUndefined();
  await asClient(db, clientId, (tx) =>
    tx.run(`INSERT INTO policy_rule (client_id, channel, terms) VALUES ($1, 'any', $2)`, [
      ...[clientId, JSON.stringify(limit)],
    ]),
  );
  expect(await waiting()).toMatchObject({
    verdict: { ...gap, until: minutesAgo(20 - 26 * 60).toISOString() },
    heldBy: { rule: 'contact_policy', passed: false, read: { rule: { terms: limit } } },
  });
});
