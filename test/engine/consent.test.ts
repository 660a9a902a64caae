/** Rules that ask for consent, while campaigns run: nobody without one is called or texted. */
import { expect, test } from 'vitest';
import { type AccountConsent, ownConsents } from '../../src/contract/consent.ts';
import type { PolicyTerms } from '../../src/contract/policy.ts';
import { asClient, asClientSnapshot } from '../../src/db/database.ts';
import { setListConsent } from '../../src/db/queries/call-list.ts';
import { readPolicyCosts } from '../../src/db/queries/policy-costs.ts';
import { noteRecheck } from '../../src/db/queries/policy-recheck.ts';
import { storePolicyRule } from '../../src/db/queries/policy-save.ts';
import { recheckPolicy } from '../../src/db/queries/recheck.ts';
import { contactCapWorld } from './contact-cap-world.ts';
import { makeEngine } from './test-engine.ts';
import { quietReaders } from './text-world.ts';
import { afternoon } from './world.ts';

const { db, wanting, attemptsOf, waitingOf } = await contactCapWorld();

const by = { managerId: null, now: new Date(afternoon) };

async function setRule(clientId: number, terms: PolicyTerms, purpose: 'sales' | null = null) {
  await asClient(db, clientId, (tx) =>
    storePolicyRule(
      tx,
      clientId,
      0,
      {
        ...{ purpose, campaignId: null, country: null, state: null, channel: 'any', terms },
        ...{ preset: null, source: null, sourceDate: null },
      },
      by,
    ),
  );
  await recheckPolicy(db, clientId);
}

const express = { kind: 'consent', consent: 'express' } as const;

/** The accounts of each list in turn: nothing, then each word that a file may have. */
async function giveConsents(clientId: number) {
  const values: (AccountConsent | null)[] = [null, ...ownConsents.map((kind) => ({ kind }))];
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE list_entry SET consent = nullif($2::jsonb->((entry_id - 1) % $3), 'null')
       WHERE client_id = $1
         AND call_list_id IN (SELECT call_list_id FROM call_list WHERE client_id = $1)`,
      [clientId, JSON.stringify(values), values.length],
    ),
  );
  return values.length;
}

const listsOf = (clientId: number) =>
  asClient(db, clientId, (tx) =>
    tx.rows<{ id: number }>(
      'SELECT call_list_id AS id FROM call_list WHERE client_id = $1 ORDER BY call_list_id',
      [clientId],
    ),
  );

async function noteConsent(clientId: number, id: number, kind: 'given' | 'express' | 'written') {
  const consent = { kind, source: 'Web form', date: '2026-01-05', words: 'Call me' };
  await asClient(db, clientId, (tx) => setListConsent(tx, clientId, id, { consent, by }));
  await recheckPolicy(db, clientId);
}

test('only accounts with the consent that a rule asks for are tried; a list consent lets go who has no word of their own', async () => {
  const { clientId, start, firstPhone } = await wanting(60, ['calls', 'texts']);
  const kinds = await giveConsents(clientId);
  await setRule(clientId, express);
  const profile = { person: 0, machine: 0, busy: 1 };
  const { engine, run } = makeEngine(db, { profile, textProfile: quietReaders });
  await start();
  await run(60_000, 2_000);
  const kindOf = ({ phone }: { phone: string }) => (Number(phone) - firstPhone) % kinds;
  const triedKinds = async () => new Set((await attemptsOf(clientId)).map(kindOf));
  // Of nothing, given, express, written, refused, unclear.
  expect(await triedKinds()).toEqual(new Set([2, 3]));
  expect(await attemptsOf(clientId)).toHaveLength(2 * 20);
  const waits = await waitingOf(clientId);
  expect(waits).toHaveLength(2 * 40);
  expect(new Set(waits.map(({ reason }) => reason))).toEqual(new Set(['no_consent']));
  // Those that wait have one instant, not one for each claim.
  expect(new Set(waits.map(({ due }) => due)).size).toBe(1);
  const costs = await asClientSnapshot(db, clientId, (tx) => readPolicyCosts(tx, clientId, by.now));
  expect(costs.costs.map(({ count, first, last }) => ({ count, first, last }))).toEqual([
    { count: 40, first: null, last: null },
    { count: 40, first: null, last: null },
  ]);
  const [first] = await listsOf(clientId);
  await noteConsent(clientId, first?.id ?? 0, 'given');
  await run(60_000, 2_000);
  expect(await attemptsOf(clientId)).toHaveLength(2 * 20);
  await noteConsent(clientId, first?.id ?? 0, 'written');
  await run(60_000, 2_000);
  await engine.stop();
  const calls = (await attemptsOf(clientId)).filter(({ text }) => !text);
  expect(new Set(calls.map(kindOf))).toEqual(new Set([0, 2, 3]));
  expect(await attemptsOf(clientId)).toHaveLength(2 * 20 + 10);
});

test('consent of a list that is taken back holds whoever it covered, and a rule for another purpose holds nobody', async () => {
  const { clientId, campaigns, start } = await wanting(20, ['texts']);
  await setRule(clientId, express, 'sales');
  const [list] = await listsOf(clientId);
  await noteConsent(clientId, list?.id ?? 0, 'express');
  const { engine, run } = makeEngine(db, { textProfile: quietReaders });
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET text_per_minute = 60 WHERE client_id = $1', [clientId]),
  );
  await start();
  await run(5_000, 1_000);
  const before = (await attemptsOf(clientId)).length;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(20);
  await asClient(db, clientId, (tx) =>
    setListConsent(tx, clientId, list?.id ?? 0, { consent: null, by }),
  );
  await recheckPolicy(db, clientId);
  await run(60_000, 2_000);
  expect(await attemptsOf(clientId)).toHaveLength(before);
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `UPDATE campaign SET purpose = 'informational' WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, campaigns[0]?.campaignId],
    );
    await noteRecheck(tx, clientId);
  });
  await recheckPolicy(db, clientId);
  await run(60_000, 2_000);
  await engine.stop();
  expect(await attemptsOf(clientId)).toHaveLength(20);
});
