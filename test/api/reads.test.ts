import { expect, test } from 'vitest';
import { mostReads } from '../../src/contract/reads.ts';
import { testApi } from '../harness/api.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db, { now: () => new Date('2026-11-20T20:00:00Z') });
const client = await makeClient(db);
const stranger = await makeClient(db);
const manager = await api.signIn(client);
const campaignId = await makeCampaign(db, client.clientId, { name: 'Reminders' });
const foreignId = await makeCampaign(db, stranger.clientId, { name: 'Theirs' });

const together = (...paths: string[]) =>
  manager.get(`/api/reads?${paths.map((path) => `read=${encodeURIComponent(path)}`).join('&')}`);

test('each of several reads responds as it does by itself', async () => {
  const paths = [
    `/api/livemonitoring?clientId=${client.clientId}`,
    `/api/livemonitoring/${campaignId}`,
    `/api/campaign/${campaignId}/funnel`,
    '/api/limits',
  ];
  const single = await Promise.all(
    paths.map(async (path) => {
      const { status, ...response } = await manager.get(path);
      return { status, body: response.json() };
    }),
  );
  const response = await together(...paths);
  expect(response.status).toBe(200);
  expect(response.json()).toEqual(single);
});

test('one that is refused leaves the others as they are', async () => {
  const paths = [
    '/api/limits',
    `/api/livemonitoring/${foreignId}`,
    `/api/livemonitoring?clientId=${stranger.clientId}`,
    '/api/livemonitoring/nothing',
  ];
  const single = await Promise.all(paths.map(async (path) => (await manager.get(path)).status));
  const response = await together(...paths);
  expect(response.json<{ status: number }[]>().map(({ status }) => status)).toEqual(single);
  expect(single[0]).toBe(200);
  for (const status of single.slice(1)) expect(status).toBeGreaterThanOrEqual(400);
  expect(JSON.stringify(response.json())).not.toContain('Theirs');
});

test.each([
  ['of an operation that changes something', `/api/campaign/start/${campaignId}`],
  ['of itself', '/api/reads?read=/api/limits'],
  ['of another server', 'http://example.com/api/limits'],
  ['of another server, in short', '//example.com/api/limits'],
  ['of a file', '/api/donotcall/download'],
  ['of no operation', '/api/nothing'],
  ['outside the API', '/main/livemonitoring'],
])('a read %s is refused', async (_, path) => {
  const response = await together('/api/limits', path);
  expect(response.status).toBe(422);
  expect(response.json<{ detail: string }>().detail).toContain('A read is the path of');
});

test('there are few of them, and nobody reads without a session', async () => {
  const many = Array.from({ length: mostReads + 1 }, () => '/api/limits');
  expect((await together(...many)).status).toBeGreaterThanOrEqual(400);
  expect((await together(...many.slice(1))).status).toBe(200);
  expect((await fetch(`${api.url}/api/reads?read=/api/simulation`)).status).toBe(401);
});
