/**
 * One clock: everything that a manager reads is stamped by the platform's clock, as calls are. The
 * simulation's clock stands far away from the real time here, so that no stamp can be both.
 */
import { expect, test } from 'vitest';
import type { ReportArchive } from '../../src/contract/report-archive.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { loadSimulationClock } from '../../src/db/simulation-clock.ts';
import { testApi } from '../harness/api.ts';
import { makeBucket, makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { addInboundTexts, makeTextCampaign } from '../harness/text-data.ts';

const db = await freshDatabase();
const start = new Date('2031-05-04T15:00:00Z');
const clock = await loadSimulationClock(db, { speed: 1, start });
const api = await testApi(db, { now: () => new Date(clock.now()) });
const client = await makeClient(db);
const { clientId } = client;
const manager = await api.signIn(client);

/** What the lists and reports of the console ask for, each with something in it. */
const reads: [path: string, body?: unknown][] = [
  ['/api/campaign/dialer'],
  ['/api/campaigntext'],
  ['/api/calllist'],
  ['/api/donotcall?limit=10'],
  ['/api/donotcall/lifted'],
  ['/api/rci'],
  ['/api/message'],
  ['/api/messagetext'],
  [`/api/reports/${clientId}/archive`, 25],
  ['/api/inboundmessagetext'],
];

const instants = (text: string) => text.match(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[^"]*Z/g) ?? [];

test("every stamp on the screens is the time of the platform's clock", async () => {
  const campaignId = await makeCampaign(db, clientId, { name: 'Broadcast' });
  await makeTextCampaign(db, clientId, { name: 'Texts' });
  await makeCallList(db, clientId, { name: 'List', campaignId, phones: 1 });
  await makeBucket(db, clientId, 'Bucket');
  await manager.post('/api/messagetext/0/edit', { name: 'Hello', message: 'Hello.' });
  const form = new FormData();
  const step = { messageStepType: 4, value: 'Hello.', ttsVoiceId: 4 };
  form.set('message', JSON.stringify({ name: 'Hello', messageSteps: [step] }));
  await manager.post('/api/message/0/edit/', form);
  await manager.post(`/api/donotcall/${clientId}/edit`, {
    clientId,
    phoneRestriction: '3025550148',
  });
  await asClient(db, clientId, (tx) => optOut(tx, clientId, '13025550149', 'key'));
  const [asked] = (await manager.get('/api/donotcall?limit=1')).json<{
    entries: { id: number }[];
  }>().entries;
  await manager.post(`/api/donotcall/${clientId}/delete`, { ...asked, reason: 'They asked.' });
  await manager.post('/api/reports/export', { clientId, filters: {} });
  await addInboundTexts(db, clientId, [
    { message: 'Hello', received: new Date(clock.now()).toISOString() },
  ]);

  for (const [path, body] of reads) {
    const response = body === undefined ? await manager.get(path) : await manager.post(path, body);
    expect([path, response.status]).toEqual([path, 200]);
    const found = instants(response.text);
    expect([path, found.length > 0]).toEqual([path, true]);
    for (const stamp of found) {
      const late = Date.parse(stamp) - start.getTime();
      expect([path, stamp, late > -1_000 && late < 120_000]).toEqual([path, stamp, true]);
    }
  }
  const { history } = (await manager.get('/api/number/13025550149')).json<{
    history: { at: string }[];
  }>();
  expect(history.length).toBeGreaterThan(1);
  for (const { at } of history) {
    expect(Math.abs(Date.parse(at) - start.getTime())).toBeLessThan(120_000);
  }
  const [archive] = (await manager.post(`/api/reports/${clientId}/archive`, 25)).json<
    ReportArchive[]
  >();
  expect(archive?.url).toContain('2031-05-04');
});

test('a stamp keeps its time when the clock stood and was started anew, at another speed', async () => {
  const made = () =>
    asPlatform(db, async (tx) => {
      const row = await tx.row<{ real: Date }>('SELECT clock_timestamp() AS real');
      return row?.real ?? new Date(0);
    });
  const shown = (real: Date) =>
    asPlatform(db, async (tx) => {
      const row = await tx.row<{ at: Date }>('SELECT platform_time($1) AS at', [real]);
      return row?.at.getTime() ?? 0;
    });
  const first = await made();
  const before = await shown(first);
  expect(Math.abs(before - clock.now())).toBeLessThan(2_000);
  await clock.stop();
  const stood = clock.now();
  const meanwhile = new Date(Date.now() + 60);
  await new Promise((done) => setTimeout(done, 400));
  const again = await loadSimulationClock(db, { speed: 60, start: undefined });
  try {
    expect(await shown(first)).toBe(before);
    // Written while nothing ran: the clock stood.
    expect((await shown(meanwhile)) - stood).toBeLessThan(1_500);
    const second = await made();
    expect(Math.abs((await shown(second)) - again.now())).toBeLessThan(60 * 500);
    expect(await shown(second)).toBeGreaterThan(await shown(meanwhile));
  } finally {
    await again.stop();
  }
});

test('where no clock ever ran, and before the first one, stamps go on without a gap', async () => {
  const other = await freshDatabase();
  const real = new Date('2026-11-20T15:00:00Z');
  const shown = (at: Date) =>
    asPlatform(other, (tx) =>
      tx.row<{ at: Date }>('SELECT platform_time($1) AS at', [at]).then((row) => row?.at),
    );
  expect(await shown(real)).toEqual(real);
  const anchor = [new Date('2026-11-20T16:00:00Z'), new Date('2030-01-01T00:00:00Z')];
  await asPlatform(other, (tx) =>
    tx.run(
      `INSERT INTO simulation (real_anchor, simulated_anchor, speed, last_simulated)
       VALUES ($1, $2, 10, $2)`,
      anchor,
    ),
  );
  expect(await shown(real)).toEqual(new Date('2029-12-31T23:00:00Z'));
  expect(await shown(new Date('2026-11-20T16:01:00Z'))).toEqual(new Date('2030-01-01T00:10:00Z'));
});
