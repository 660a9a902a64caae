/** A client that saves campaigns by the clock of an Eastern winter day. */
import { expect } from 'vitest';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

/** An Eastern winter day: 9:00 there is 14:00 UTC. */
const now = new Date('2026-11-20T15:30:00Z');

export async function campaignWorld() {
  const db = await freshDatabase();
  const api = await testApi(db, { now: () => now });

  const client = await makeClient(db);
  const other = await makeClient(db);
  const manager = await api.signIn(client);

  const edit = (body: unknown, id = 0, type = 'broadcast') =>
    manager.post(`/api/campaign/${type}/${id}/edit`, body);

  async function created(body: Record<string, unknown>, type = 'broadcast'): Promise<number> {
    const response = await edit(body, 0, type);
    expect(response.status, response.text).toBe(200);
    return Number(/\/(\d+)\/item$/.exec(response.headers.get('content-location') ?? '')?.[1]);
  }

  const item = async (id: number, type = 'broadcast') =>
    (await manager.get(`/api/campaign/${type}/${id}/item`)).json<Record<string, unknown>>();

  return { db, api, client, other, manager, edit, created, item };
}
