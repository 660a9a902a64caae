import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { beginStop, besideStops, liftStop } from '../../src/db/queries/operator-stop.ts';
import { settleStop } from '../../src/db/queries/operator-stop-settled.ts';
import { takeReplies } from '../../src/db/queries/text-reply.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import type { StopReach } from '../../src/domain/operator-stop-words.ts';
import { untilBlocked } from '../harness/blocked.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeRecorder, makeRequester, request, standing } from './recording-world.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { inboundText, makeTexting, textingNumberOf, watchedCarrier } from './text-world.ts';
import { afternoon, campaignState, makeList } from './world.ts';

const db = await freshDatabase({ max: 20 });
const all: StopReach = { scope: 'all' };
const stop = (reach: StopReach, clientId: number | null = null) =>
  asPlatform(db, (tx) => beginStop(tx, reach, clientId, { reason: '', stoppedBy: 'ann@east' }));
const lift = (reach: StopReach, clientId: number | null = null) =>
  asPlatform(db, (tx) => liftStop(tx, reach, clientId, 'ann@east'));

/** A text campaign that sends, and a person who writes. */
async function texting() {
  const campaign = await makeTexting(db, { textPerMinute: 600 });
  await makeList(db, campaign, { entries: 200 });
  const clock = virtualClock(afternoon);
  const carrier = watchedCarrier(clock, temporaryFolder());
  const engine = makeEngine(db, {
    clock,
    deps: { textCarriers: new Map([['simulated', carrier]]) },
  });
  const textingNumber = await textingNumberOf(db, campaign);
  const write = (body: string, phone: string) =>
    carrier.emit(
      inboundText({ ref: `${phone} ${body}`, phone, textingNumber, at: clock.now(), body }),
    );
  const replies = () => carrier.sent.filter(({ textId }) => textId.startsWith('reply-'));
  return { ...campaign, ...engine, carrier, write, replies };
}

test('under a stop no text and no auto-reply goes out; a person who says stop is barred all the same', async () => {
  const { clientId, campaignId, carrier, engine, run, runUntil, write, replies } = await texting();
  await requestStart(db, clientId, campaignId);
  await runUntil(async () => carrier.sent.length > 5);
  await stop(all);
  let over = false;
  const settled = settleStop(db, all, null).finally(() => {
    over = true;
  });
  while (!over) await engine.tick();
  expect(await settled).toEqual([]);
  const sent = carrier.sent.length;
  write('STOP', '12122330001');
  write('HELP', '12122330002');
  await run(5_000);
  expect(carrier.sent).toHaveLength(sent);
  const blocked = await asClient(db, clientId, (tx) =>
    tx.rows('SELECT phone FROM do_not_call WHERE client_id = $1', [clientId]),
  );
  expect(blocked).toEqual([{ phone: '12122330001' }]);
  expect((await campaignState(db, { clientId, campaignId })).reason).toMatchObject({
    code: 'operator_stop',
    scope: 'all',
  });
  await lift(all);
  await runUntil(async () => replies().length === 2);
  expect(carrier.sent.length).toBeGreaterThan(sent);
  await engine.stop();
});

test('a stop waits for auto-replies that are being claimed as it begins; later ones see it', async () => {
  const { clientId, engine, run, write } = await texting();
  const reach: StopReach = { scope: 'carrier', carrier: 'simulated' };
  await stop(reach);
  write('HELP', '12122330003');
  await run(1_000);
  await engine.stop();
  await lift(reach);
  const [reply] = await asClient(db, clientId, (tx) =>
    tx.rows<{ id: number }>('SELECT text_reply_id AS id FROM text_reply WHERE client_id = $1', [
      clientId,
    ]),
  );
  const ids = [reply?.id ?? 0];
  const [taken, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const taking = asClient(db, clientId, async (tx) => {
    await besideStops(tx);
    expect(await takeReplies(tx, clientId, ids, new Date(afternoon))).toHaveLength(1);
    taken.resolve();
    await free.promise;
  });
  await taken.promise;
  await stop(reach);
  const settling = settleStop(db, reach, null);
  await untilBlocked(db);
  free.resolve();
  await taking;
  // Its engine says what became of it.
  await asClient(db, clientId, (tx) =>
    tx.run(`UPDATE text_reply SET submitted_at = NULL WHERE client_id = $1`, [clientId]),
  );
  expect(await settling).toEqual([]);
  const later = await asClient(db, clientId, async (tx) => {
    await besideStops(tx);
    return takeReplies(tx, clientId, ids, new Date(afternoon));
  });
  expect(later).toEqual([]);
  await lift(reach);
});

test('a recording call that is asked for under a stop is not placed, and says why', async () => {
  const who = await makeRequester(db);
  const recorder = makeRecorder(db);
  const reach: StopReach = { scope: 'client', client: '' };
  await stop(reach, who.clientId);
  await request(db, who);
  await recorder.run(1_000);
  expect(await standing(db, who)).toMatchObject({
    callStatus: 'terminated',
    reason: { code: 'operator_stop', scope: 'client' },
  });
  expect(recorder.dialled()).toEqual([]);
  await lift(reach, who.clientId);
  await request(db, who);
  // As its notification does.
  recorder.recorder.expect();
  await recorder.run(1_000);
  expect(recorder.dialled()).toHaveLength(1);
  await recorder.recorder.stop();
});
