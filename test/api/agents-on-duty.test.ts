/** Pacing and agents of a Linkback: saved, set while it runs, and what each change does (decision 088). */
import { beforeAll, expect, test } from 'vitest';
import { agentTexts } from '../../src/contract/agents.ts';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import type { Caller } from '../harness/caller.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { broadcast, linkback } from './campaign-bodies.ts';

const db = await freshDatabase();
const api = await testApi(db);

let client: TestClient;
let manager: Caller;
beforeAll(async () => {
  client = await makeClient(db);
  manager = await api.signIn(client);
});

const save = (body: object, id = 0, type = 'linkback') =>
  manager.post(`/api/campaign/${type}/${id}/edit`, { ...body, campaignId: id });
const set = (id: number, agentsOnDuty: unknown) =>
  manager.post(`/api/campaign/${id}/agents`, { campaignId: id, agentsOnDuty });
const item = async (id: number) =>
  (await manager.get(`/api/campaign/linkback/${id}/item`)).json<Record<string, unknown>>();
async function created(body: object, type = 'linkback'): Promise<number> {
  const { headers } = await save(body, 0, type);
  return Number(String(headers.get('content-location')).split('/').at(-2));
}
async function onDuty(id: number): Promise<unknown> {
  const all = (await manager.get('/api/campaign')).json<
    { campaignId: number; agentsOnDuty?: number }[]
  >();
  return all.find(({ campaignId }) => campaignId === id)?.agentsOnDuty;
}
const night = { weekdays: '1111111', from: '00:00', until: '23:59', agentCount: 2 };

test('pacing is a fixed ratio until adaptive is chosen, and stays through saves without it', async () => {
  const id = await created(linkback());
  expect(await item(id)).toMatchObject({ pacing: 'ratio', agentSchedule: [] });
  const body = linkback({ pacing: 'adaptive', agentSchedule: [night] });
  expect((await save(body, id)).status).toBe(200);
  const without = { ...body, pacing: undefined, agentSchedule: undefined, agentCount: 9 };
  expect((await save(without, id)).status).toBe(200);
  expect(await item(id)).toMatchObject({
    pacing: 'adaptive',
    agentSchedule: [night],
    agentCount: 9,
  });
});

test.each([
  [{ ...night, weekdays: '0000000' }, 'weekdays', agentTexts.days],
  [{ ...night, from: '9:00' }, 'from', agentTexts.time],
  [{ ...night, until: '00:00' }, 'until', agentTexts.order],
  [{ ...night, agentCount: 1.5 }, 'agentCount', agentTexts.count],
])('hours that cannot hold are refused with their field', async (hours, field, message) => {
  const refused = await save(linkback({ agentSchedule: [night, hours] }));
  expect(refused.status).toBe(422);
  const { errors } = refused.json<{ errors: { path: string; message: string }[] }>();
  expect(errors).toContainEqual({ path: `agentSchedule.1.${field}`, message });
});

test('agents set while it runs hold from the answer on, and no open editor is out of date', async () => {
  const id = await created(linkback({ agentCount: 4 }));
  expect(await onDuty(id)).toBe(4);
  const before = await item(id);
  const response = await set(id, 7);
  expect(response.json()).toEqual({ campaignId: id, agentsOnDuty: 7 });
  expect(await onDuty(id)).toBe(7);
  expect(await item(id)).toMatchObject({ version: before.version, agentCount: 4 });
  expect((await set(id, 0)).status).toBe(200);
  expect(await onDuty(id)).toBe(0);
  const refused = await set(id, -1);
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.json())).toContain(agentTexts.count);
});

test('two managers who press + at once get two more, and a press that is sent again counts once', async () => {
  const id = await created(linkback({ agentCount: 4 }));
  const press = (change: number, key?: string) =>
    manager.post(`/api/campaign/${id}/agents`, { change }, key ? { 'idempotency-key': key } : {});
  await Promise.all([press(1), press(1)]);
  expect(await onDuty(id)).toBe(6);
  for (let tries = 0; tries < 2; tries += 1) {
    expect((await press(-1, 'one-press')).json()).toEqual({ campaignId: id, agentsOnDuty: 5 });
  }
  expect(await onDuty(id)).toBe(5);
  expect((await press(-9)).json()).toEqual({ campaignId: id, agentsOnDuty: 0 });
  for (const body of [{}, { change: 1, agentsOnDuty: 3 }, { change: 0.5 }]) {
    expect((await manager.post(`/api/campaign/${id}/agents`, body)).status).toBe(422);
  }
  expect((await press(1)).status).toBe(200);
  // Hours of the agents: what is on duty then changes, not what was set before.
  expect((await save(linkback({ agentCount: 4, agentSchedule: [night] }), id)).status).toBe(200);
  expect((await press(1)).json()).toEqual({ campaignId: id, agentsOnDuty: 3 });
  expect((await press(1)).json()).toEqual({ campaignId: id, agentsOnDuty: 4 });
});

test('a save that changes the agents is the newer word, one that does not leaves them', async () => {
  const body = linkback({ agentCount: 4 });
  const id = await created(body);
  await set(id, 7);
  await save({ ...body, callRatio: 2 }, id);
  expect(await onDuty(id)).toBe(7);
  await save({ ...body, agentCount: 5 }, id);
  expect(await onDuty(id)).toBe(5);
  await set(id, 7);
  await save({ ...body, agentCount: 5, agentSchedule: [night] }, id);
  expect(await onDuty(id)).toBe(2);
});

test('only a Linkback of the client has agents', async () => {
  const other = await api.signIn(await makeClient(db));
  const id = await created(linkback());
  expect((await other.post(`/api/campaign/${id}/agents`, { agentsOnDuty: 3 })).status).toBe(404);
  expect((await set(await created(broadcast(), 'broadcast'), 3)).status).toBe(404);
});

test('the audit log says who set how many, with what was before', async () => {
  const id = await created(linkback());
  await set(id, 6);
  await set(id, 3);
  const entries = await asClient(db, client.clientId, (tx) =>
    tx.rows<Record<'before' | 'after', { agents_set?: number }>>(
      `SELECT before, after FROM audit_entry WHERE client_id = $1 AND thing_kind = 'campaign'
         AND thing_id = $2 AND operation = 'setAgentsOnDuty' ORDER BY sequence`,
      [client.clientId, String(id)],
    ),
  );
  expect(entries.map(({ after }) => after)).toEqual([{ agents_set: 6 }, { agents_set: 3 }]);
  expect(entries.at(-1)?.before).toEqual({ agents_set: 6 });
});
