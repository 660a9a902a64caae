/** Social security and card numbers in inbound texts, which reporters do not see (decision 076). */
import { expect, test } from 'vitest';
import type { DeskText } from '../../src/contract/inbound-desk.ts';
import { testApi } from '../harness/api.ts';
import type { Caller } from '../harness/caller.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { addInboundTexts } from '../harness/text-data.ts';

const db = await freshDatabase();
const api = await testApi(db, { now: () => new Date('2026-11-20T16:00:00Z') });

const phone = '13025550148';
const given = 'My SSN is 123-45-6789, card 4111 1111 1111 1111, call 615-555-0142';
const shown = 'My SSN is ***-**-6789, card **** **** **** 1111, call 615-555-0142';

async function readers() {
  const client = await makeClient(db);
  await addInboundTexts(db, client.clientId, [
    { message: given, phone, intent: 5, received: '2026-11-20T15:41:00Z' },
    { message: 'My SSN is 000', phone, received: '2026-11-20T15:40:00Z' },
    { message: 'My SSN is 999', phone, received: '2026-11-20T15:39:00Z' },
  ]);
  const as = async (role: 'reporter' | 'manager') =>
    api.signIn(client, await makeManager(db, client.clientId, { role, fullSsn: true }));
  return { reporter: await as('reporter'), manager: await as('manager') };
}

const base = '/api/inboundmessagetext';
const desk = async (who: Caller, query: string) =>
  (await who.get(`${base}/desk?${query}`)).json<{ texts: DeskText[]; total: number }>();

test('a reporter reads inbound texts without social security and card numbers, wherever they stand', async () => {
  const { reporter, manager } = await readers();
  const { texts } = await desk(manager, 'filter=unclear');
  const paths = [
    base,
    `${base}/undecided`,
    `${base}/desk`,
    `${base}/thread?textId=${texts[0]?.id}`,
    `/api/number/${phone}`,
    `/api/number/${phone}/history?before=${Number.MAX_SAFE_INTEGER}.a1`,
  ];
  for (const path of paths) {
    const [masked, full] = [await reporter.get(path), await manager.get(path)];
    expect(full.text, path).toContain(given);
    expect(masked.text, path).toContain(shown);
    expect(masked.text, path).not.toMatch(/123-45|4111/);
  }
});

test('a reporter does not find a text by a number that is masked there, nor sees where it sorts', async () => {
  const { reporter, manager } = await readers();
  for (const search of ['123-45', '4111 1', 'is 1', '45-6789']) {
    const query = `search=${encodeURIComponent(search)}`;
    expect((await desk(manager, query)).total, search).toBe(1);
    expect((await desk(reporter, query)).total, search).toBe(0);
  }
  expect((await desk(reporter, 'search=call')).total).toBe(1);
  // A run is a space to the search: what stands on both sides is found across it.
  expect((await desk(reporter, `search=${encodeURIComponent('card  , call')}`)).total).toBe(1);
  const order = async (who: Caller) =>
    (await desk(who, 'sort=message&order=asc')).texts.map(({ message }) => message.slice(-3));
  expect(await order(manager)).toEqual(['000', '142', '999']);
  expect((await order(reporter))[0]).toBe('142');
});
