/** The contact policy over HTTP: who reads and who changes it, what is refused, and what holds then. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Policy, PolicyCost, PolicyTerms } from '../../src/contract/policy.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { presets } from '../../src/domain/policy/presets.ts';
import { makeEngine, temporaryFolder } from '../engine/test-engine.ts';
import { afternoon, makeCampaign, makeList, readCallLog } from '../engine/world.ts';
import { testApi } from '../harness/api.ts';
import { makeClient, makeManager, type TestClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const clock = virtualClock(afternoon);
const api = await testApi(db, { now: () => new Date(clock.now()) });

type Signed = Awaited<ReturnType<typeof api.signIn>>;
type Response = Awaited<ReturnType<Signed['get']>>;

const gap = (hours: number, more = {}) => ({
  ...{ purpose: null, campaignId: null, country: null, state: null, channel: 'any' },
  ...{ source: null, sourceDate: null, terms: { kind: 'gap', of: 'number', hours }, ...more },
});
const withTerms = (terms: unknown) => ({ ...gap(1), terms });
const limit = (more: object) =>
  withTerms({
    kind: 'limit',
    most: 3,
    counts: 'attempts',
    of: 'number',
    unit: 'days',
    length: 7,
    ...more,
  });
const hours = (more: object) => {
  const dates = { from: null, until: null };
  return withTerms({
    kind: 'hours',
    days: ['mon'],
    open: '09:00',
    close: '20:00',
    ...dates,
    ...more,
  });
};
const save = (who: Signed, id: number, body: object, key?: string) =>
  who.post(`/api/policy/rule/${id}/edit`, body, key ? { 'idempotency-key': key } : undefined);
const remove = (who: Signed, id: number, body?: object) =>
  who.post(`/api/policy/rule/${id}/delete`, body);
const turn = (who: Signed, code: string, on: boolean) =>
  who.post(`/api/policy/preset/${code}`, { on });
const policyOf = (response: Response) => {
  if (response.status !== 200) throw new Error(`${response.status}: ${response.text}`);
  return response.json<Policy>();
};
const read = async (who: Signed) => policyOf(await who.get('/api/policy'));
const problemOf = (response: Response) => {
  const { code, detail, errors } = response.json<{
    code: string;
    detail: string;
    errors?: { path: string; message: string }[];
  }>();
  return { status: response.status, code, detail, errors: errors ?? [] };
};

async function world() {
  const client = await makeClient(db);
  return { client, admin: await api.signIn(client) };
}

async function signInAs(client: TestClient, role: 'reporter' | 'manager') {
  return api.signIn(client, await makeManager(db, client.clientId, { role }));
}

test('reporters and managers read the policy; only administrators change it', async () => {
  const { client, admin } = await world();
  const policy = policyOf(await save(admin, 0, gap(4, { source: 'A contract' })));
  expect(policy.rules).toMatchObject([
    { terms: { hours: 4 }, source: 'A contract', preset: null, version: 1 },
  ]);
  expect(policy.rules[0]?.changedBy).toBe(client.manager.name);
  const ruleId = policy.rules[0]?.ruleId ?? 0;
  for (const role of ['reporter', 'manager'] as const) {
    const who = await signInAs(client, role);
    expect(await read(who)).toEqual(policy);
    expect((await who.get('/api/policy/costs')).json()).toMatchObject({
      atLeast: false,
      costs: [],
    });
    for (const refused of [
      await save(who, 0, gap(5)),
      await save(who, ruleId, gap(5)),
      await remove(who, ruleId),
      await turn(who, 'texas', true),
      await who.post('/api/policy/purpose', { purpose: 'sales' }),
    ]) {
      expect(problemOf(refused)).toMatchObject({ status: 403, code: 'not_allowed' });
    }
  }
  expect(await read(admin)).toEqual(policy);
});

test("another client's rule is not found, its campaign neither, and its id is refused", async () => {
  const [one, two] = [await world(), await world()];
  const { rules } = policyOf(await save(one.admin, 0, gap(4)));
  const ruleId = rules[0]?.ruleId ?? 0;
  expect(problemOf(await save(two.admin, ruleId, gap(5))).status).toBe(404);
  expect(problemOf(await remove(two.admin, ruleId)).status).toBe(404);
  const { clientId } = one.client;
  const { campaignId } = await makeCampaign(db, { clientId });
  const foreign = problemOf(await save(two.admin, 0, gap(4, { campaignId })));
  expect(foreign).toMatchObject({ status: 404, detail: expect.stringContaining('campaign') });
  for (const path of ['/api/policy', '/api/policy/costs']) {
    const refused = await two.admin.get(`${path}?clientId=${clientId}`);
    expect(problemOf(refused)).toMatchObject({ status: 403, code: 'other_client' });
  }
  expect((await read(two.admin)).rules).toEqual([]);
  expect((await read(one.admin)).rules).toHaveLength(1);
});

test('what makes no sense is refused with a sentence at its field', async () => {
  const { admin } = await world();
  for (const [body, path, sentence] of [
    [limit({ most: 0 }), 'terms.most', 'The limit must be a number above 0.'],
    [limit({ most: 1.5 }), 'terms.most', 'The limit must be a whole number.'],
    [limit({ most: 1_001 }), 'terms.most', 'The limit can be at most 1,000.'],
    [limit({ length: 367 }), 'terms.length', 'The length of time can be at most 366.'],
    [gap(8_761), 'terms.hours', 'The number of hours can be at most 8,760.'],
    [hours({ days: [] }), 'terms.days', 'Choose at least one day.'],
    [hours({ open: '9:00' }), 'terms.open', 'Use a time such as 09:00.'],
    [hours({ close: null }), 'terms.close', 'Give both times, or neither'],
    [hours({ close: '08:00' }), 'terms.close', 'The hours end before they begin.'],
    [hours({ from: '2026-12-05', until: '2026-12-01' }), 'terms.until', 'The last day is before'],
    [hours({ from: 'soon' }), 'terms.from', 'Use a date such as 2026-12-24.'],
    [gap(4, { state: 'Texas' }), 'state', '"Texas" is not a state code. Similar codes: TX'],
    [gap(4, { state: 'ON', country: 'US' }), 'state', 'This state is not in that country.'],
    [gap(4, { country: 'MX' }), 'country', 'Choose the United States, Canada or any country.'],
  ] as const) {
    const refused = problemOf(await save(admin, 0, body));
    expect(refused).toMatchObject({ status: 422, code: 'rule_broken' });
    expect(refused.errors[0]).toMatchObject({ path, message: expect.stringContaining(sentence) });
  }
  expect(problemOf(await turn(admin, 'nowhere', true))).toMatchObject({ status: 404 });
  expect((await read(admin)).rules).toEqual([]);
});

test('days are stored once and in order, and a source without words is none', async () => {
  const { admin } = await world();
  const body = { ...hours({ days: ['holiday', 'tue', 'mon', 'tue'] }), source: '  ' };
  const [rule] = policyOf(await save(admin, 0, body)).rules;
  expect(rule).toMatchObject({ source: null, terms: { days: ['mon', 'tue', 'holiday'] } });
});

test('a save that began with an older version is refused with what is stored', async () => {
  const { client, admin } = await world();
  const colleague = await api.signIn(client, await makeManager(db, client.clientId));
  const { rules } = policyOf(await save(admin, 0, gap(4)));
  const [{ ruleId, version } = { ruleId: 0, version: 0 }] = rules;
  policyOf(await save(colleague, ruleId, gap(5, { version })));
  const stale = await save(admin, ruleId, gap(6, { version }));
  expect(problemOf(stale)).toMatchObject({ status: 409, code: 'changed_meanwhile' });
  expect(stale.json()).toMatchObject({ change: { stored: { ruleId, terms: { hours: 5 } } } });
  expect(problemOf(await remove(admin, ruleId, { ruleId, version }))).toMatchObject({
    code: 'changed_meanwhile',
  });
  expect(policyOf(await remove(admin, ruleId, { ruleId, version: 2 })).rules).toEqual([]);
  expect(problemOf(await remove(admin, ruleId))).toMatchObject({ status: 404 });
});

test('a preset brings its rules and takes them away; they are not edited one by one', async () => {
  const { admin } = await world();
  const own = policyOf(await save(admin, 0, gap(4))).rules;
  for (const { code, rules } of presets) {
    const policy = policyOf(await turn(admin, code, true));
    expect(policy.presets.find((one) => one.code === code)?.on).toBe(true);
    const brought = policy.rules.filter(({ preset }) => preset === code);
    expect(brought.map(({ terms }) => terms)).toEqual(rules.map(({ terms }) => terms));
  }
  const [ruleOfLaw] = (await read(admin)).rules.filter(({ preset }) => preset === 'texas');
  const ruleId = ruleOfLaw?.ruleId ?? 0;
  for (const refused of [await save(admin, ruleId, gap(4)), await remove(admin, ruleId)]) {
    expect(problemOf(refused)).toMatchObject({ status: 409, code: 'conflict' });
  }
  // Switched on again, it is there once.
  expect(policyOf(await turn(admin, 'texas', true)).rules).toHaveLength(
    (await read(admin)).rules.length,
  );
  for (const { code } of presets) await turn(admin, code, false);
  const last = await read(admin);
  expect(last.rules).toEqual(own);
  expect(last.presets.some(({ on }) => on)).toBe(false);
}, 60_000);

test('a request that is sent again is done once, and has the response of the first', async () => {
  const { admin } = await world();
  const first = await save(admin, 0, gap(4), 'a-rule');
  const again = await save(admin, 0, gap(4), 'a-rule');
  expect(again.text).toBe(first.text);
  expect((await read(admin)).rules).toHaveLength(1);
  expect(problemOf(await save(admin, 0, gap(5), 'a-rule'))).toMatchObject({ code: 'key_reused' });
  const key = { 'idempotency-key': 'a-preset' };
  await admin.post('/api/policy/preset/texas', { on: true }, key);
  await admin.post('/api/policy/preset/texas', { on: true }, key);
  const { rules } = await read(admin);
  await admin.post('/api/policy/purpose', { purpose: 'political' }, { 'idempotency-key': 'a-use' });
  const purposed = await admin.post(
    '/api/policy/purpose',
    { purpose: 'political' },
    { 'idempotency-key': 'a-use' },
  );
  expect(policyOf(purposed)).toMatchObject({ purpose: 'political', rules });
});

test('changes are entries of the audit log, with the rule before and after', async () => {
  const { admin } = await world();
  const { rules } = policyOf(await save(admin, 0, gap(4)));
  const ruleId = rules[0]?.ruleId ?? 0;
  await save(admin, ruleId, gap(5));
  await remove(admin, ruleId);
  const { entries } = (await admin.get('/api/audit?thing=policyRule')).json<{ entries: unknown }>();
  expect(entries).toMatchObject([
    { operation: 'deletePolicyRule', thingId: String(ruleId), after: null },
    {
      ...{ operation: 'editPolicyRule', thingId: String(ruleId) },
      ...{ before: { terms: { hours: 4 } }, after: { terms: { hours: 5 } } },
    },
    { operation: 'editPolicyRule', thingId: String(ruleId), before: null },
  ]);
});

test('a rule that is tightened while its campaign runs holds from the response on', async () => {
  const { client, admin } = await world();
  const { clientId } = client;
  const folder = temporaryFolder();
  const campaigns = [];
  for (let at = 0; at < 2; at += 1) {
    const campaign = await makeCampaign(db, { clientId, callsPerMinute: 600 });
    await makeList(db, campaign, { entries: 300, firstPhone: 12_123_400_000 });
    campaigns.push(campaign);
  }
  const loose = {
    kind: 'limit',
    most: 2,
    counts: 'attempts',
    of: 'number',
    unit: 'days',
    length: 7,
  };
  const { rules } = policyOf(await save(admin, 0, withTerms(loose)));
  const ruleId = rules[0]?.ruleId ?? 0;
  const busy = { person: 0, machine: 0, busy: 1 };
  const { engine } = makeEngine(db, { clock, folder, profile: busy });
  for (const { campaignId } of campaigns) await requestStart(db, clientId, campaignId);
  let running = true;
  const run = (async () => {
    while (running) {
      clock.advance(simMs(500));
      await engine.tick();
    }
  })();
  const logged = () => readCallLog(folder).map(({ to }) => to);
  while (logged().length < 60) await sleep(10);
  const strict = { ...withTerms({ ...loose, most: 1 } as PolicyTerms) };
  policyOf(await save(admin, ruleId, strict));
  const before = logged();
  // Whoever was called already is not called again, whichever campaign wants the number.
  while (new Set(logged()).size < 300) await sleep(20);
  running = false;
  await run;
  await engine.stop();
  const called = new Set(before);
  const after = logged().slice(before.length);
  expect(after.filter((to) => called.has(to))).toEqual([]);
  expect(new Set(after).size).toBe(after.length);
  expect(new Set(logged()).size).toBe(300);
  const { costs } = (await admin.get('/api/policy/costs')).json<{ costs: PolicyCost[] }>();
  const counts = costs.map((cost) => [cost.ruleId, cost.count]);
  const waiting = await asClient(db, clientId, (tx) =>
    tx.rows(`SELECT FROM list_entry WHERE client_id = $1 AND state = 0`, [clientId]),
  );
  expect(counts.every(([rule]) => rule === ruleId)).toBe(true);
  expect(costs.reduce((sum, { count }) => sum + count, 0)).toBe(waiting.length);
}, 90_000);

test('a campaign that is for something else is checked again by the rules for that', async () => {
  const { client, admin } = await world();
  const { clientId } = client;
  const { campaignId } = await makeCampaign(db, { clientId });
  await makeList(db, { clientId, campaignId }, { entries: 3 });
  policyOf(await save(admin, 0, gap(4, { purpose: 'sales' })));
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE list_entry SET due_at = '2100-01-01', reason = 'contact_policy'
       WHERE client_id = $1
         AND call_list_id IN (SELECT call_list_id FROM call_list WHERE client_id = $1)`,
      [clientId],
    ),
  );
  const due = async () => {
    const rows = await asClient(db, clientId, (tx) =>
      tx.rows(`SELECT FROM list_entry WHERE client_id = $1 AND due_at = '-infinity'`, [clientId]),
    );
    return rows.length;
  };
  const stored = (await admin.get(`/api/campaign/broadcast/${campaignId}/item`)).json<object>();
  const edit = (change: object) =>
    admin.post(`/api/campaign/broadcast/${campaignId}/edit`, { ...stored, ...change });
  expect((await edit({ callsPerMinute: 61 })).status).toBe(200);
  expect(await due()).toBe(0);
  expect((await edit({ purpose: 'political', version: undefined })).status).toBe(200);
  expect(await due()).toBe(3);
});
