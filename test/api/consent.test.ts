/** Consent of a list over the API, what a number's screen says of it, and what waits for it. */
import { expect, test } from 'vitest';
import type { CallList } from '../../src/contract/call-list.ts';
import type { CampaignFunnel } from '../../src/contract/campaign-funnel.ts';
import type { NumberStory } from '../../src/contract/number.ts';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { addEntry, at, makeNumberWorld } from './number-world.ts';

const db = await freshDatabase();
const api = await testApi(db, { now: () => at });
const world = await makeNumberWorld(db);
const { clientId } = world.client;
const administrator = await makeManager(db, clientId, { role: 'administrator' });
const owner = await api.signIn(world.client, administrator);
const manager = await api.signIn(
  world.client,
  await makeManager(db, clientId, { role: 'manager' }),
);
const reporter = await api.signIn(
  world.client,
  await makeManager(db, clientId, { role: 'reporter' }),
);
const stranger = await api.signIn(await makeClient(db));

const consent = { kind: 'express', source: 'Web form', date: '2026-01-05', words: 'Call me' };
const phone = '12125550148';
const callListId = await addEntry(db, world, { phone, name: 'November' });
const setConsent = (body: object, who = manager) =>
  who.post(`/api/calllist/${callListId}/consent`, body);
const listed = async () =>
  (await manager.get('/api/calllist'))
    .json<CallList[]>()
    .find((list) => list.callListId === callListId);

async function consentRead() {
  const story = (await manager.get(`/api/number/${phone}`)).json<NumberStory>();
  const [entry] = story.entries;
  const rule = entry?.rules.find((one) => one.rule === 'consent');
  return { verdict: entry?.verdict, chance: entry?.chance?.because, ...rule };
}

const rule = {
  ...{ purpose: 'sales', campaignId: null, country: 'US', state: null, channel: 'any' },
  ...{ terms: { kind: 'consent', consent: 'express' }, source: '47 CFR 64.1200', sourceDate: null },
};

test('a manager sets the consent of a list, nobody of another client, no reporter, and no old version', async () => {
  expect((await setConsent({ consent }, stranger)).status).toBe(404);
  expect((await setConsent({ consent }, reporter)).status).toBe(403);
  expect((await setConsent({ consent: { ...consent, kind: 'no' } })).status).toBe(422);
  expect((await setConsent({ consent: { ...consent, date: '1/5/2026' } })).status).toBe(422);
  for (const wrong of [{ time: '24:10' }, { time: '' }, { date: '', time: '10:22' }]) {
    expect((await setConsent({ consent: { ...consent, ...wrong } })).status).toBe(422);
  }
  const before = await listed();
  expect(before?.consent).toBeNull();
  expect((await setConsent({ consent, version: before?.version })).json()).toBe(true);
  expect((await listed())?.consent).toEqual(consent);
  expect((await setConsent({ consent: null, version: before?.version })).status).toBe(409);
  const atInstant = { ...consent, time: '10:22' };
  expect((await setConsent({ consent: atInstant })).json()).toBe(true);
  expect((await listed())?.consent).toEqual(atInstant);
  expect((await setConsent({ consent: null })).json()).toBe(true);
  const [entry] = await asClient(db, clientId, (tx) =>
    tx.rows<{ before: object; after: object }>(
      `SELECT before, after FROM audit_entry WHERE client_id = $1
         AND operation = 'setCallListConsent' AND after->'consent'->>'kind' = 'express'`,
      [clientId],
    ),
  );
  expect(entry?.before).toMatchObject({ consent: null });
  expect(entry?.after).toMatchObject({ consent });
});

test('consent of a date that is still to come is refused', async () => {
  const refused = await setConsent({ consent: { ...consent, date: '2026-11-22' } });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('this one is still to come');
  // A day may have begun where it is entered.
  expect((await setConsent({ consent: { ...consent, date: '2026-11-21' } })).status).toBe(200);
  expect((await setConsent({ consent: null })).status).toBe(200);
});

test('a number without consent waits under the rule that asks for it, and its screen says which consent was found', async () => {
  expect(await consentRead()).toMatchObject({ passed: true, read: { rules: 0, rule: null } });
  const saved = await owner.post('/api/policy/rule/0/edit', rule);
  expect(saved.status, saved.text).toBe(200);
  expect(await consentRead()).toMatchObject({
    verdict: { kind: 'wait', reason: 'no_consent', until: null },
    chance: 'no_consent',
    passed: false,
    read: { rules: 1, own: null, list: null, rule: { terms: rule.terms, source: rule.source } },
  });
  await setConsent({ consent: { ...consent, kind: 'given' } });
  expect(await consentRead()).toMatchObject({ passed: false, read: { list: 'given' } });
  await setConsent({ consent: { ...consent, kind: 'written' } });
  expect(await consentRead()).toMatchObject({
    verdict: { kind: 'call' },
    ...{ passed: true, read: { list: 'written', rule: null } },
  });
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE list_entry SET consent = '{"kind": "refused"}' WHERE client_id = $1
       AND call_list_id = $2`,
      [clientId, callListId],
    ),
  );
  expect(await consentRead()).toMatchObject({
    verdict: { kind: 'wait', reason: 'no_consent' },
    read: { own: 'refused', list: 'written' },
  });
});

test('the funnel counts who is without consent, seen by the engine or not, and due again once it is noted', async () => {
  const due = new Date('2026-12-21T00:00:00Z');
  const other = await addEntry(db, world, {
    ...{ phone: '12125550149', name: 'December', reason: 'no_consent', due },
  });
  const waiting = async () => {
    const path = `/api/campaign/${world.campaignId}/funnel`;
    const { waiting: parts } = (await manager.get(path)).json<CampaignFunnel>();
    return parts.find(({ reason }) => reason === 'no_consent');
  };
  expect(await waiting()).toEqual({
    ...{ reason: 'no_consent', zone: null, opens: null, count: 2, first: null, last: null },
  });
  const response = await manager.post(`/api/calllist/${other}/consent`, { consent });
  expect(response.json()).toBe(true);
  const [entry] = await asClient(db, clientId, (tx) =>
    tx.rows<{ due: boolean }>(
      `SELECT due_at <= $3 AS due FROM list_entry WHERE client_id = $1 AND call_list_id = $2`,
      [clientId, other, at],
    ),
  );
  expect(entry?.due).toBe(true);
});
