import { expect, test } from 'vitest';
import type { TextRequest } from '../../src/carriers/text-port.ts';
import type { StoredNote } from '../../src/contract/note.ts';
import { asClient } from '../../src/db/database.ts';
import { takeReplies } from '../../src/db/queries/text-reply.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { commandsOn } from '../cli/command-run.ts';
import { makeRecorder, makeRequester, request, standing } from '../engine/recording-world.ts';
import { makeEngine } from '../engine/test-engine.ts';
import { inboundText, makeTexting, textingNumberOf, watchedCarrier } from '../engine/text-world.ts';
import { endLeases } from './calls.ts';
import { type Phase, witnessWorld } from './witness-world.ts';

type TextCampaign = Awaited<ReturnType<typeof makeTexting>>;

/** An engine with its witness; `write` sends an inbound text, `mayGo` sees each submission. */
async function replyingEngine(
  phase: Phase,
  folder: string,
  submitting?: (mayGo: () => boolean) => Promise<void>,
  known?: TextCampaign,
) {
  const { db, witness, clock } = phase;
  const campaign = known ?? (await makeTexting(db));
  const textingNumber = await textingNumberOf(db, campaign);
  const watched = watchedCarrier(clock, folder);
  const carrier = {
    ...watched,
    async submit(texts: readonly TextRequest[], mayGo: () => boolean) {
      await submitting?.(mayGo);
      if (mayGo()) return watched.submit(texts, mayGo);
      return texts.map(() => ({
        kind: 'rejected' as const,
        note: { code: 'withdrawn', what: 'text' } as const,
        retryable: true,
      }));
    },
  };
  const textCarriers = new Map([['simulated', carrier]]);
  const made = makeEngine(db, { clock, folder, deps: { witness, textCarriers } });
  return {
    ...made,
    ...{ campaign, watched },
    write(phone: string, body: string) {
      const at = clock.now();
      watched.emit(inboundText({ ref: `in-${phone}-${at}`, phone, textingNumber, at, body }));
    },
    /** The database forgets that a reply was sent, like a promoted standby that lagged. */
    forget: () =>
      asClient(db, campaign.clientId, (tx) =>
        tx.run(
          `UPDATE text_reply SET submitted_at = NULL, outcome = NULL, tries = 0 WHERE client_id = $1`,
          [campaign.clientId],
        ),
      ),
    replies: () =>
      asClient(db, campaign.clientId, (tx) =>
        tx.rows<{ id: number; outcome: string | null; note: StoredNote | null }>(
          'SELECT text_reply_id AS id, outcome, note FROM text_reply WHERE client_id = $1',
          [campaign.clientId],
        ),
      ),
  };
}

const phone = '12125550100';

test('a reply is sent once, even if the database forgets that it was sent', async () => {
  const world = await witnessWorld();
  const phase = await world.begin();
  const engine = await replyingEngine(phase, world.folder('carrier'));
  engine.write(phone, 'STOP');
  await engine.runUntil(async () => (await engine.replies())[0]?.outcome === 'delivered');
  expect(engine.watched.sent).toHaveLength(1);
  await engine.forget();
  await engine.runUntil(async () => (await engine.replies())[0]?.outcome !== null);
  expect(await engine.replies()).toMatchObject([{ outcome: 'unknown' }]);
  expect(engine.watched.sent).toHaveLength(1);
  await phase.witness.check();
  expect(phase.witness.hold()).toMatchObject({ code: 'rolled_back' });
  await phase.end();
});

test('a reply that the carrier rejected for now is sent later, without a hold', async () => {
  const world = await witnessWorld();
  const phase = await world.begin();
  const engine = await replyingEngine(phase, world.folder('carrier'));
  const { submit } = engine.watched;
  let refusals = 0;
  engine.watched.submit = async (texts, mayWrite) => {
    refusals += 1;
    if (refusals > 2) return submit(texts, mayWrite);
    return texts.map(() => ({ kind: 'rejected', note: { code: 'throttled' }, retryable: true }));
  };
  engine.write(phone, 'STOP');
  await engine.runUntil(async () => (await engine.replies())[0]?.outcome === 'accepted');
  await phase.witness.check();
  expect(phase.witness.off()).toBeUndefined();
  expect(engine.watched.sent).toHaveLength(1);
  await phase.end();
});

test('no reply is claimed in another world, or during a hold', async () => {
  const world = await witnessWorld();
  const phase = await world.begin();
  const { witness, db, clock } = phase;
  const engine = await replyingEngine(phase, world.folder('carrier'), async () => {});
  const { clientId } = engine.campaign;
  engine.write(phone, 'STOP');
  await engine.runUntil(async () => (await engine.replies())[0]?.outcome === 'accepted');
  await engine.forget();
  const ids = (await engine.replies()).map(({ id }) => id);
  const here = witness.world();
  const take = (known?: string) =>
    asClient(db, clientId, (tx) => takeReplies(tx, clientId, ids, new Date(clock.now()), known));
  expect(await take('1/FFFFFFFF')).toEqual([]);
  await world.holdByHand();
  expect(await take(here)).toEqual([]);
  await phase.db.pool.query('UPDATE installation SET hold_since = NULL, hold_code = NULL');
  expect(await take(here)).toHaveLength(1);
  await phase.end();
});

test('a reply that waits for its carrier is not sent once a hold has begun', async () => {
  const world = await witnessWorld();
  const phase = await world.begin();
  const waiting = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const engine = await replyingEngine(phase, world.folder('carrier'), async () => {
    waiting.resolve();
    await goOn.promise;
  });
  engine.write(phone, 'HELP');
  let isWaiting = false;
  const began = waiting.promise.then(() => {
    isWaiting = true;
  });
  await engine.runUntil(async () => isWaiting);
  await began;
  await world.holdByHand();
  await phase.witness.check();
  expect(phase.witness.hold()).toMatchObject({ code: 'operator' });
  goOn.resolve();
  await engine.runUntil(async () => (await engine.replies())[0]?.note?.code === 'withdrawn');
  expect(engine.watched.sent).toEqual([]);
  await phase.end();
});

test('replies after a reconciliation are sent, with ids that the lost time did not use', async () => {
  const world = await witnessWorld();
  const before = await world.begin();
  const campaign = await makeTexting(before.db);
  await before.end();
  await world.backup();
  const phase = await world.begin();
  await endLeases(phase);
  const engine = await replyingEngine(phase, world.folder('carrier'), undefined, campaign);
  const delivered = async (count: number) =>
    (await engine.replies()).filter(({ outcome }) => outcome === 'delivered').length === count;
  engine.write(phone, 'STOP');
  engine.write('12125550101', 'STOP');
  await engine.runUntil(() => delivered(2));
  await phase.witness.check();
  // The process keeps running.
  await world.restore();
  for (let looks = 0; looks < 20 && !phase.witness.hold(); looks += 1) {
    await phase.witness.check().catch(() => {});
  }
  expect(phase.witness.hold()).toMatchObject({ code: 'rolled_back' });
  const carillon = commandsOn(world.url, { env: { CARILLON_DATA: world.folder('one') } });
  expect((await carillon('restore', 'reconcile', '--no-carriers')).code).toBe(0);
  await phase.witness.check();
  expect(phase.witness.hold()).toBeNull();
  await endLeases(phase);
  engine.write('12125550177', 'STOP');
  engine.write('12125550178', 'STOP');
  const isOver = (outcome: string | null) => outcome === 'delivered' || outcome === 'unknown';
  await engine.runUntil(
    async () => (await engine.replies()).filter(({ outcome }) => isOver(outcome)).length === 2,
  );
  expect(await delivered(2)).toBe(true);
  await phase.witness.check();
  expect(phase.witness.hold()).toBeNull();
  const texts = engine.watched.sent.map(({ textId }) => textId);
  expect(texts).toHaveLength(4);
  expect(new Set(texts).size).toBe(4);
  await phase.end();
});

test('a call that was added as attempted and released again is no sign of an older database', async () => {
  const world = await witnessWorld();
  const phase = await world.begin();
  const call = {
    kind: 'submission' as const,
    ...{ clientId: 1, campaignId: 1, callListId: 1, entryId: 1, phone, at: simMs(1) },
  };
  expect(phase.witness.recordSubmissions([call])).toBe('written');
  await world.holdByHand();
  await phase.witness.check();
  // Without a comparison it would be called a second time.
  await phase.db.pool.query('UPDATE installation SET hold_since = NULL, hold_code = NULL');
  await phase.witness.check();
  expect(phase.witness.recordSubmissions([call])).toBe('repeated');
  await world.holdByHand();
  await phase.witness.check();
  const carillon = commandsOn(world.url, { env: { CARILLON_DATA: world.folder('one') } });
  expect((await carillon('restore', 'reconcile', '--no-carriers')).code).toBe(0);
  await phase.witness.check();
  expect(phase.witness.recordSubmissions([call])).toBe('written');
  await phase.end();
});

test('a recording call after a restore is dialed, even with an id from the lost time', async () => {
  const world = await witnessWorld();
  const phase = await world.begin();
  const { db } = phase;
  const who = await makeRequester(db);
  const recorder = makeRecorder(db, { witness: phase.witness });
  await request(db, who);
  expect((await recorder.stages(who)).at(-1)).toMatchObject({ saved: true });
  // The database is from before the request.
  await db.pool.query('TRUNCATE phone_recording RESTART IDENTITY');
  await request(db, who);
  expect((await recorder.stages(who)).at(-1)).toMatchObject({ saved: true });
  expect(new Set(recorder.dialled()).size).toBe(2);
  await phase.end();
});

test('a recording call is not dialed on hold, and not a second time by a database that forgot it', async () => {
  const world = await witnessWorld();
  const phase = await world.begin();
  const { db, witness } = phase;
  const who = await makeRequester(db);
  const here = witness.world();
  // Like a witness that has not checked since the hold began: it checks once a second.
  const before = {
    ...{ off: () => undefined, world: () => here },
    ...{ recordSubmissions: () => 'refused' as const, recordReplies: () => 'refused' as const },
  };
  const recorder = makeRecorder(db, { witness: before });
  await world.holdByHand();
  await request(db, who);
  await recorder.run(2_000);
  expect(recorder.dialled()).toEqual([]);
  expect(await standing(db, who)).toMatchObject({ callStatus: 'waiting' });
  await phase.db.pool.query('UPDATE installation SET hold_since = NULL, hold_code = NULL');
  expect((await recorder.stages(who)).at(-1)).toMatchObject({ saved: true });
  expect(recorder.dialled()).toHaveLength(1);
  await phase.db.pool.query(
    `UPDATE phone_recording SET engine_id = NULL, lease_until = NULL, ended_at = NULL, saved = false,
       stage = 'nothing', call_status = 'waiting', reason = NULL, requested_at = requested_at + interval '1 hour'`,
  );
  expect((await recorder.stages(who)).at(-1)).toMatchObject({
    callStatus: 'terminated',
    saved: false,
  });
  expect(recorder.dialled()).toHaveLength(1);
  await phase.end();
});
