/** Of two who edit one record, the second is asked (decision 055). */
import { expect, test } from 'vitest';
import type { ProblemBody } from '../../src/contract/errors.ts';
import { asPlatform } from '../../src/db/database.ts';
import { addToBucket } from '../../src/db/queries/caller-id-bucket-save.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { resetPassword } from '../../src/db/queries/manager-password.ts';
import { testApi } from '../harness/api.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeTextingNumber } from '../harness/text-data.ts';
import { broadcast, linkback } from './campaign-bodies.ts';

/** 2:14 PM in the East. */
let now = new Date('2026-11-20T19:14:00Z');
const db = await freshDatabase();
const api = await testApi(db, { now: () => now });
const client = await makeClient(db);
const ann = await makeManager(db, client.clientId, { name: 'Ann Lee' });
const bob = await makeManager(db, client.clientId, { name: 'Bob Ray' });
const byAnn = await api.signIn(client, ann);
const byBob = await api.signIn(client, bob);
const sendersNumberId = await makeTextingNumber(db, client.clientId);

type Stored = Record<string, unknown> & { version: number };
const fixed = { messageStepType: 4, value: 'Hello.', ttsVoiceId: 4 };

interface Noun {
  noun: string;
  /** A body that the save takes; `name` distinguishes two. */
  body: (name: string) => Promise<object> | object;
  /** POST of a body for an id. */
  save: (who: typeof byAnn, id: number, body: object) => ReturnType<typeof byAnn.post>;
  read: (id: number) => Promise<Stored>;
  remove?: string;
  /** Instead of the first save. */
  make?: (body: object) => Promise<number>;
}

const listed = async (path: string, key: string, id: number) => {
  const all = (await byAnn.get(path)).json<Stored[]>();
  return all.find((one) => one[key] === id) as Stored;
};
const json = (path: (id: number) => string) => (who: typeof byAnn, id: number, body: object) =>
  who.post(path(id), body);

const nouns: Noun[] = [
  {
    noun: 'Broadcast campaign',
    body: (name) => broadcast({ name }),
    save: json((id) => `/api/campaign/broadcast/${id}/edit`),
    read: async (id) => (await byAnn.get(`/api/campaign/broadcast/${id}/item`)).json(),
    remove: '/api/campaign/{id}/delete',
  },
  {
    noun: 'Linkback campaign',
    body: (name) => linkback({ name }),
    save: json((id) => `/api/campaign/linkback/${id}/edit`),
    read: async (id) => (await byAnn.get(`/api/campaign/linkback/${id}/item`)).json(),
    remove: '/api/campaign/{id}/delete',
  },
  {
    noun: 'text campaign',
    body: async (name) => ({
      ...{ name, textPerMinute: 1, sendersNumberId },
      messageTextId: await newTextMessage(),
    }),
    save: json((id) => `/api/campaigntext/${id}/edit`),
    read: (id) => listed('/api/campaigntext', 'campaignId', id),
    remove: '/api/campaign/{id}/delete',
  },
  {
    noun: 'text message',
    body: (name) => ({ name, message: 'Hello.' }),
    save: json((id) => `/api/messagetext/${id}/edit`),
    read: (id) => listed('/api/messagetext', 'id', id),
    remove: '/api/messagetext/{id}/delete',
  },
  {
    noun: 'voice message',
    body: (name) => ({ name, messageSteps: [fixed] }),
    save: (who, id, body) => {
      const form = new FormData();
      form.set('message', JSON.stringify(body));
      return who.post(`/api/message/${id}/edit`, form);
    },
    read: async (id) => (await byAnn.get(`/api/message/${id}/item`)).json(),
    remove: '/api/message/{id}/delete',
  },
  {
    noun: 'account field',
    body: (name) => ({ name, messageEnabled: true }),
    save: json((id) => `/api/customfield/${id}/edit`),
    read: (id) => listed('/api/customfield', 'id', id),
    remove: '/api/customfield/{id}/delete',
    make: async (body) => {
      await byAnn.post('/api/customfield/0/edit', body);
      const all = (await byAnn.get('/api/customfield')).json<{ id: number; name: string }[]>();
      return all.find(({ name }) => name === (body as { name: string }).name)?.id ?? 0;
    },
  },
  {
    noun: 'contact list',
    body: (name) => ({ name }),
    save: json((id) => `/api/calllist/${id}/rename`),
    read: (id) => listed('/api/calllist', 'callListId', id),
    make: async (body) => {
      const { name } = body as { name: string };
      const campaignId = await makeCampaign(db, client.clientId, { name });
      return makeCallList(db, client.clientId, { campaignId, name: 'November', phones: 1 });
    },
  },
  {
    noun: 'manager',
    body: (name) => ({
      ...{ name, username: name.replaceAll(' ', '_'), email: 'x@example.com' },
    }),
    save: json((id) => `/api/manager/${id}/edit`),
    read: async (id) => (await byAnn.get(`/api/manager/${id}/current`)).json(),
    remove: '/api/manager/{id}/delete',
    make: async () => (await makeManager(db, client.clientId)).managerId,
  },
];

async function newTextMessage(): Promise<number> {
  return idIn(await byAnn.post('/api/messagetext/0/edit', { name: 'Text', message: 'Hello.' }));
}

function idIn({ headers }: { headers: Headers }): number {
  return Number(/\/(\d+)(?:\/item)?$/.exec(headers.get('content-location') ?? '')?.[1]);
}

let made = 0;
async function newRecord({ noun, make, body, save }: Noun) {
  made += 1;
  const given = await body(`${noun} ${made}`);
  const id = make ? await make(given) : idIn(await save(byAnn, 0, given));
  return { id, given };
}

test.each(nouns)('a $noun that was changed meanwhile is not overwritten', async (one) => {
  const { id, given } = await newRecord(one);
  const { version } = await one.read(id);
  expect((await one.save(byAnn, id, { ...given, version })).status).toBe(200);
  const after = await one.read(id);
  expect(after).toMatchObject({
    ...{ version: version + 1, changedBy: 'Ann Lee', changedAt: '2026-11-20T19:14:00.000Z' },
  });

  const refused = await one.save(byBob, id, { ...given, version });
  expect([refused.status, refused.json<ProblemBody>()]).toEqual([
    409,
    expect.objectContaining({
      code: 'changed_meanwhile',
      detail: 'Changed by Ann Lee at 2:14 PM',
      change: { by: 'Ann Lee', at: after.changedAt, version: after.version, stored: after },
    }),
  ]);
  // No record has the version 0, so it is none that a save could have begun with.
  expect((await one.save(byBob, id, { ...given, version: 0 })).status).toBe(409);
  expect(await one.read(id)).toEqual(after);

  // The documents' programs know no version.
  expect((await one.save(byBob, id, { ...given, version: undefined })).status).toBe(200);
  expect(await one.read(id)).toMatchObject({ version: version + 2, changedBy: 'Bob Ray' });
});

test.each(nouns)('of two simultaneous saves of a $noun exactly one wins', async (one) => {
  const { id, given } = await newRecord(one);
  const { version } = await one.read(id);
  const both = await Promise.all(
    [byAnn, byBob].map((who) => one.save(who, id, { ...given, version })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await one.read(id)).version).toBe(version + 1);
});

test.each(nouns.filter(({ remove }) => remove))(
  'a $noun that was changed meanwhile is not deleted unread',
  async (one) => {
    const { id, given } = await newRecord(one);
    const { version } = await one.read(id);
    await one.save(byAnn, id, given);
    const path = (one.remove ?? '').replace('{id}', String(id));
    const refused = await byBob.post(path, { version });
    expect([refused.status, refused.json<ProblemBody>().detail]).toEqual([
      409,
      'Changed by Ann Lee at 2:14 PM',
    ]);
    expect((await byBob.post(path, { version: version + 1 })).status).toBe(200);
  },
);

test('the sentence has the day of a change that was not today', async () => {
  const { id, given } = await newRecord(nouns[3] as Noun);
  const today = now;
  now = new Date('2026-11-18T14:05:00Z');
  await byAnn.post(`/api/messagetext/${id}/edit`, given);
  now = today;
  const refused = await byBob.post(`/api/messagetext/${id}/edit`, { ...given, version: 1 });
  expect(refused.json<ProblemBody>().detail).toBe('Changed by Ann Lee on Nov 18 at 9:05 AM');
});

test('a start, which does not change the campaign, leaves its version', async () => {
  const { id } = await newRecord(nouns[0] as Noun);
  await requestStart(db, client.clientId, id).catch(() => {});
  expect((await (nouns[0] as Noun).read(id)).version).toBe(1);
});

test('what the operator changes has a version too, and says so', async () => {
  await asPlatform(db, async (tx) => {
    await addToBucket(tx, client.clientId, 'East', ['13025550101'], now);
    await addToBucket(tx, client.clientId, 'East', ['13025550102'], now);
    const { clientId } = client;
    const { managerId } = bob;
    await resetPassword(tx, { clientId, managerId }, 'no hash', { managerId: null, now });
  });
  const [bucket] = (await byAnn.get('/api/rci')).json<Stored[]>();
  const operator = { changedBy: 'the operator', changedAt: now.toISOString() };
  expect(bucket).toMatchObject({ version: 2, ...operator });
  const profile = (await byAnn.get(`/api/manager/${bob.managerId}/current`)).json<Stored>();
  expect(profile).toMatchObject(operator);
});
