/** The card "Try this" of the demo client: its examples, and what nobody else may do (decision 097). */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { callLogName } from '../../src/carriers/simulated/call-log.ts';
import { createLogTally } from '../../src/carriers/simulated/log-tally.ts';
import { simulatedTextCarrier } from '../../src/carriers/simulated/text-carrier.ts';
import type { InboundText } from '../../src/contract/inbound-text.ts';
import type { NumberStory } from '../../src/contract/number.ts';
import { type EngineCount, type Tour, tourTexts as texts } from '../../src/contract/tour.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { callbackSource } from '../../src/engine/carriers/callback-source.ts';
import { testApi } from '../harness/api.ts';
import { addCallRecords } from '../harness/call-records.ts';
import type { Caller } from '../harness/caller.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { makeTexting, quietReaders, textingNumberOf } from './text-world.ts';
import { afternoon, makeCampaign, makeList, vault } from './world.ts';

const db = await freshDatabase({ max: 20 });
const folder = temporaryFolder();
let kills = 0;
let engine: 'runs' | 'starting' | 'within' = 'runs';
const api = await testApi(db, {
  now: () => new Date(afternoon),
  simulatedTally: createLogTally(folder).read,
  killEngine: async () => (engine === 'runs' ? { pid: ++kills } : engine),
});

const run = (sql: string, values: unknown[] = []) => asPlatform(db, (tx) => tx.run(sql, values));

/** Each test has the installation for itself. */
beforeEach(async () => {
  kills = 0;
  engine = 'runs';
  await run(`UPDATE client SET disabled_at = '2026-01-01'`);
});

async function demo() {
  const client = await makeClient(db);
  await run('UPDATE client SET demo = true WHERE client_id = $1', [client.clientId]);
  return { ...client, me: await api.signIn(client) };
}

const tourOf = async (me: Caller) =>
  (await me.get('/api/demo/tour')).json<{ tour: Tour | null }>().tour;
async function auditedAs(me: Caller, operation: string): Promise<number> {
  const { entries } = (await me.get('/api/audit')).json<{ entries: { operation: string }[] }>();
  return entries.filter((entry) => entry.operation === operation).length;
}

const kill = (me: Caller) => me.post('/api/demo/engine/kill');
const refusalOf = ({ status, ...response }: Awaited<ReturnType<typeof kill>>) => ({
  status,
  detail: response.json<{ detail: string }>().detail,
});

test('any other client has nothing to try, and can neither kill an engine nor answer for a person', async () => {
  const client = await makeClient(db);
  const me = await api.signIn(client);
  expect(await tourOf(me)).toBeNull();
  const refused = { status: 409, detail: texts.notDemo };
  expect(refusalOf(await kill(me))).toEqual(refused);
  expect(refusalOf(await me.get('/api/demo/engine'))).toEqual(refused);
  expect(refusalOf(await me.post('/api/demo/tour/why'))).toEqual(refused);
  const text = { phone: '3025550148', body: 'STOP' };
  expect(refusalOf(await me.post('/api/demo/text', text))).toEqual(refused);
  expect(kills).toBe(0);
});

test('the engine is killed only while the demo is alone on simulated carriers, and by an administrator', async () => {
  const { me, clientId } = await demo();
  const colleague = await makeManager(db, clientId, { role: 'manager' });
  const { code } = (await asPlatform(db, (tx) =>
    tx.row<{ code: string }>('SELECT code FROM client WHERE client_id = $1', [clientId]),
  )) ?? { code: '' };
  const manager = await api.signIn({ clientId, code, name: '', manager: colleague });
  expect((await kill(manager)).status).toBe(403);
  expect((await tourOf(manager))?.kill.refusal).toBe(texts.notAdministrator);

  const other = await makeClient(db);
  expect(refusalOf(await kill(me))).toEqual({ status: 409, detail: texts.notAlone });
  expect((await tourOf(me))?.kill.refusal).toBe(texts.notAlone);
  await run(`UPDATE client SET disabled_at = '2026-01-01' WHERE client_id = $1`, [other.clientId]);

  await run(`INSERT INTO carrier (name, kind, settings) VALUES ('trunk', 'asterisk', '{}')`);
  expect(refusalOf(await kill(me))).toEqual({ status: 409, detail: texts.realCarrier });
  await run(`UPDATE carrier SET removed_at = '2026-01-01' WHERE name = 'trunk'`);

  expect(kills).toBe(0);
  expect((await kill(me)).status).toBe(200);
  expect(kills).toBe(1);
});

test('a client that nobody can sign in to, and that calls nobody, does not keep the engine from being killed', async () => {
  const { me } = await demo();
  const other = await makeClient(db);
  await run('UPDATE manager SET active = false WHERE client_id = $1', [other.clientId]);
  expect((await tourOf(me))?.kill.refusal).toBeNull();
  expect((await kill(me)).status).toBe(200);
  await run(`UPDATE manager SET active = true, deleted_at = '2026-01-01' WHERE client_id = $1`, [
    other.clientId,
  ]);
  expect((await kill(me)).status).toBe(200);

  // Its managers are gone, and its campaign may still call.
  await makeCampaign(db, { clientId: other.clientId });
  expect(refusalOf(await kill(me))).toEqual({ status: 409, detail: texts.notAlone });
});

test('three kills a minute are enough; each is in the audit log, and the line is done', async () => {
  const { me } = await demo();
  expect((await tourOf(me))?.kill).toMatchObject({ done: false, refusal: null });
  for (let n = 0; n < 3; n += 1) expect((await kill(me)).status).toBe(200);
  expect(refusalOf(await kill(me))).toEqual({ status: 429, detail: texts.tooManyKills });
  expect(kills).toBe(3);
  expect((await tourOf(me))?.kill.done).toBe(true);
  expect(await auditedAs(me, 'killEngine')).toBe(3);
});

test('an engine that is not back yet is not said to wait for a campaign, as one without a process is', async () => {
  const { me } = await demo();
  engine = 'starting';
  expect(refusalOf(await kill(me))).toEqual({ status: 409, detail: texts.notRunning });
  expect(texts.notRunning).not.toContain('campaign');
  engine = 'within';
  expect(refusalOf(await kill(me))).toEqual({ status: 409, detail: texts.notApart });
  expect((await tourOf(me))?.kill.done).toBe(false);
});

test('the counter is the carrier’s own: a second call for one entry counts, an agent’s does not', async () => {
  const { me, clientId } = await demo();
  const line = (kind: string, attemptId: string) =>
    `${JSON.stringify({ at: new Date(afternoon).toISOString(), attemptId, kind, to: '13025550148' })}\n`;
  const read = async () => (await me.get('/api/demo/engine')).json<EngineCount>();
  expect(await read()).toMatchObject({ kill: null, kills: 0, taken: 0, twice: 0 });
  const log = join(folder, callLogName);
  appendFileSync(log, line('call', `${clientId}-1-1`) + line('agent', `${clientId}-1-1`));
  appendFileSync(log, line('text', `${clientId}-2-1`) + line('call', `${clientId + 1_000}-1-1`));
  expect(await read()).toMatchObject({ taken: 2, twice: 0 });
  appendFileSync(log, line('call', `${clientId}-1-1`));
  expect(await read()).toMatchObject({ taken: 3, twice: 1 });
});

test('what a manager has seen and put away is kept for that manager', async () => {
  const { me, clientId, code } = await demo();
  const another = await makeManager(db, clientId);
  const colleague = await api.signIn({ clientId, code, name: '', manager: another });
  for (const step of ['why', 'why', 'story', 'forecast', 'away']) {
    expect((await me.post(`/api/demo/tour/${step}`)).status).toBe(200);
  }
  expect(await tourOf(me)).toMatchObject({
    ...{ putAway: true, why: { done: true }, story: { done: true }, forecast: { done: true } },
    ...{ stop: { done: false }, kill: { done: false } },
  });
  expect(await tourOf(colleague)).toMatchObject({ putAway: false, why: { done: false } });
  await me.post('/api/demo/tour/back');
  expect(await tourOf(me)).toMatchObject({ putAway: false, why: { done: true } });
  // Only what happened counts.
  expect((await me.post('/api/demo/tour/stop')).status).toBe(422);
});

test('without campaigns each line says what comes first, and then has an example of the client’s own', async () => {
  const { me, clientId } = await demo();
  expect(await tourOf(me)).toMatchObject({
    why: { first: 'campaign', phone: null, held: false },
    story: { first: 'campaign', recordId: null },
    forecast: { first: 'campaign', campaignId: null },
    stop: { first: 'text', phone: null },
    kill: { first: 'campaign' },
  });
  const campaign = await makeTexting(db, { clientId });
  expect((await tourOf(me))?.why.first).toBe('upload');
  await makeList(db, campaign, { entries: 3, firstPhone: 13_025_550_100 });
  await makeList(db, campaign, { entries: 2, firstPhone: 19_075_550_100 });
  // Who could be called now is no example of who was not.
  expect(await tourOf(me)).toMatchObject({
    why: { first: 'start', phone: null },
    story: { first: 'start' },
    forecast: { first: null, campaignId: campaign.campaignId },
    kill: { first: 'start' },
  });
  const block = { clientId, id: -1, doNotCallTypeId: 1, phoneRestriction: '(302) 555-0102' };
  await me.post(`/api/donotcall/${clientId}/edit`, block);
  expect((await tourOf(me))?.why).toMatchObject({ first: null, phone: '13025550102', held: true });
  // 11 AM in Alaska, of a client that calls in the afternoon.
  await run(
    `UPDATE client SET calling_hours = '{"open":"13:00","close":"20:00"}' WHERE client_id = $1`,
    [clientId],
  );
  expect((await tourOf(me))?.why).toMatchObject({ first: null, phone: '19075550100' });
  await addCallRecords(db, clientId, vault, [
    { startedAt: '2026-11-20T15:00:00Z', phone: '13025550101' },
    { startedAt: '2026-11-20T16:00:00Z', phone: '13025550102', result: 'busy' },
    { callType: 'Text', result: 'delivered', phone: '13025550103' },
  ]);
  expect(await tourOf(me)).toMatchObject({
    story: { first: null, phone: '13025550101', name: 'Ann Other' },
    stop: { first: null, phone: '13025550103', name: 'Ann Other' },
    kill: { first: null },
  });
});

test('where nobody is held back any more, the example is somebody who was called', async () => {
  const { me, clientId } = await demo();
  const campaign = await makeTexting(db, { clientId });
  await makeList(db, campaign, { entries: 1, firstPhone: 13_025_550_101 });
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE list_entry SET state = 1 WHERE client_id = $1', [clientId]),
  );
  await addCallRecords(db, clientId, vault, [
    { callType: 'Text', result: 'delivered', phone: '13025550101' },
  ]);
  expect((await tourOf(me))?.why).toEqual({
    ...{ done: false, first: null },
    ...{ phone: '13025550101', held: false },
  });
});

test('a STOP that is answered for a person arrives as an inbound text and closes the number', async () => {
  const { me, clientId } = await demo();
  const campaign = await makeTexting(db, { clientId });
  await makeList(db, campaign, { entries: 1, firstPhone: 13_025_550_150 });
  const phone = '13025550150';
  const untouched = { status: 409, detail: texts.notTexted };
  expect(refusalOf(await me.post('/api/demo/text', { phone, body: 'STOP' }))).toEqual(untouched);

  const textingNumber = await textingNumberOf(db, campaign);
  const record = { callType: 'Text', result: 'delivered', callerId: textingNumber, phone } as const;
  await addCallRecords(db, clientId, vault, [{ ...record, campaignId: campaign.campaignId }]);
  expect(refusalOf(await me.post('/api/demo/text', { phone, body: 'x'.repeat(301) }))).toEqual({
    ...{ status: 422, detail: 'A text can have at most 300 characters here.' },
  });
  expect((await me.post('/api/demo/text', { phone, body: 'STOP' })).status).toBe(200);
  expect((await tourOf(me))?.stop.done).toBe(true);
  expect(await auditedAs(me, 'answerAsPerson')).toBe(1);

  const clock = virtualClock(afternoon);
  const carrier = simulatedTextCarrier({
    ...{ clock, dataFolder: folder, profile: quietReaders },
    randomOf: (name) => seededRandom(name),
    callbacks: callbackSource(db, 'simulated'),
  });
  const { engine } = makeEngine(db, {
    ...{ clock, folder },
    deps: { textCarriers: new Map([['simulated', carrier]]) },
  });
  const blocked = await until(async () => {
    clock.advance(simMs(100));
    await engine.tick();
    const story = (await me.get(`/api/number/${phone}`)).json<NumberStory>();
    return story.doNotCall ?? undefined;
  });
  expect(blocked.source).toBe('text');
  const inbound = await asClient(db, clientId, (tx) =>
    tx.rows<Pick<InboundText, 'message'>>('SELECT message FROM inbound_text WHERE client_id = $1', [
      clientId,
    ]),
  );
  expect(inbound).toEqual([{ message: 'STOP' }]);
  // Nobody who opted out is offered again, and the text is collected once.
  expect((await tourOf(me))?.stop.phone).toBeNull();
  await engine.tick();
  await carrier.close();
  const left = await asPlatform(db, (tx) => tx.rows('SELECT FROM carrier_callback'));
  expect(left).toEqual([]);
});
