import { expect, test } from 'vitest';
import type { Submission } from '../../src/carriers/text-port.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { setSpokenName } from '../../src/db/queries/lint-settings.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { type SimMs, simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { inboundText, makeTexting, textingNumberOf, watchedCarrier } from './text-world.ts';
import { afternoon, makeList } from './world.ts';

const db = await freshDatabase();
const ann = '12122330001';
const lifted = 'reply_lifted';

/** A client with a texting number, an engine on its carrier, and what people write to it. */
async function inbox(wish: { start?: boolean; entries?: number; firstPhone?: number } = {}) {
  const campaign = await makeTexting(db, { textPerMinute: 60 });
  const { clientId, campaignId } = campaign;
  const { entries = 20, firstPhone } = wish;
  await makeList(db, campaign, { entries, ...(firstPhone && { firstPhone }) });
  if (wish.start) await requestStart(db, clientId, campaignId);
  const clock = virtualClock(afternoon);
  const carrier = watchedCarrier(clock, temporaryFolder());
  const deps = { textCarriers: new Map([['simulated', carrier]]) };
  const engine = makeEngine(db, { clock, deps });
  const textingNumber = await textingNumberOf(db, campaign);
  let refs = 0;
  const write = async (body: string, phone = ann, ref?: string) => {
    refs += 1;
    const at = clock.now();
    carrier.emit(
      inboundText({ ref: `${clientId}-${ref ?? refs}`, phone, textingNumber, at, body }),
    );
    await engine.run(500);
  };
  const replies = () => carrier.sent.filter(({ textId }) => textId.startsWith('reply-'));
  const rows = <Row>(sql: string) => asClient(db, clientId, (tx) => tx.rows<Row>(sql, [clientId]));
  const blocked = () =>
    rows<{ phone: string; source: string }>(
      'SELECT phone, source FROM do_not_call WHERE client_id = $1 ORDER BY phone',
    );
  const stored = () =>
    rows<{ phone: string; message: string; intent: number }>(
      'SELECT phone, message, intent FROM inbound_text WHERE client_id = $1 ORDER BY inbound_text_id',
    );
  const outcomes = () =>
    rows<{ kind: string; outcome: string | null; code: string | null }>(
      `SELECT kind, outcome, note ->> 'code' AS code FROM text_reply WHERE client_id = $1
       ORDER BY text_reply_id`,
    );
  const end = async () => {
    await engine.engine.stop();
    await asClient(db, clientId, (tx) =>
      tx.run('UPDATE campaign SET run_status = 1 WHERE client_id = $1', [clientId]),
    );
  };
  const more = { textingNumber, write, replies, blocked, stored, rows, outcomes, end };
  return { clientId, campaignId, carrier, ...engine, ...more };
}

test('STOP puts the number on the do-not-call list, and one confirmation is sent from the number it came to', async () => {
  const box = await inbox();
  await box.write('STOP!!');
  expect(await box.stored()).toEqual([{ phone: ann, message: 'STOP!!', intent: 3 }]);
  expect(await box.blocked()).toEqual([{ phone: ann, source: 'text' }]);
  const [client] = await box.rows<{ name: string }>('SELECT name FROM client WHERE client_id = $1');
  expect(box.replies()).toEqual([
    {
      textId: expect.stringMatching(/^reply-/),
      until: expect.any(Number),
      from: box.textingNumber,
      to: ann,
      body: `${client?.name}: You are opted out and will get no more calls or texts from us. Reply START to opt in again.`,
    },
  ]);
  await box.write('Stop');
  await box.write('please stop texting me');
  expect(box.replies().length).toBe(1);
  expect((await box.stored()).length).toBe(3);
  await box.end();
});

test('an opt-out after an opt-in, or a day later, is confirmed anew', async () => {
  const box = await inbox();
  await box.write('stop');
  await box.write('START');
  expect(await box.blocked()).toEqual([]);
  await box.write('stop');
  expect(box.replies().length).toBe(2);
  box.clock.advance(simMs(25 * 3_600_000));
  await box.write('stop');
  expect(box.replies().length).toBe(3);
  await box.end();
});

test('a text that the carrier delivers twice is stored once and obeyed once', async () => {
  const box = await inbox();
  await box.write('STOP', ann, 'same');
  await box.write('START', ann);
  await box.write('STOP', ann, 'same');
  expect((await box.stored()).length).toBe(2);
  expect(await box.blocked()).toEqual([]);
  expect(box.replies().length).toBe(1);
  await box.end();
});

test('an opt-in lifts only what an opt-out text made', async () => {
  const box = await inbox();
  const { clientId } = box;
  await asClient(db, clientId, (tx) => optOut(tx, clientId, '12122330002', 'manager'));
  await box.write('STOP', '12122330002');
  await box.write('START', '12122330002');
  // Blocked by a text first, and by a key later: the key's reason stays.
  await box.write('STOP', '12122330003');
  await asClient(db, clientId, (tx) => optOut(tx, clientId, '12122330003', 'key'));
  await box.write('UNSTOP', '12122330003');
  await box.write('STOP', '12122330004');
  await box.write('Start', '12122330004');
  expect(await box.blocked()).toEqual([
    { phone: '12122330002', source: 'manager' },
    { phone: '12122330003', source: 'key' },
  ]);
  await box.end();
});

test('an opt-in that the carrier delivers after a later opt-out lifts nothing', async () => {
  const box = await inbox();
  const { textingNumber } = box;
  const at = box.clock.now();
  const text = (ref: string, later: number, body: string) =>
    inboundText({ ref: `late-${ref}`, phone: ann, textingNumber, at: simMs(at + later), body });
  box.carrier.emit(text('b', 60_000, 'STOP'));
  await box.run(500);
  box.carrier.emit(text('a', 0, 'START'));
  await box.run(500);
  expect(await box.blocked()).toEqual([{ phone: ann, source: 'text' }]);
  await box.end();
});

test('a confirmation of an opt-out that an opt-in lifts before it is submitted is withdrawn', async () => {
  const box = await inbox();
  const { textingNumber } = box;
  const at = box.clock.now();
  const text = (later: number, body: string) =>
    inboundText({ ref: `lift-${later}`, phone: ann, textingNumber, at: simMs(at + later), body });
  box.carrier.emit(text(0, 'STOP'));
  box.carrier.emit(text(1_000, 'START'));
  await box.run(5_000);
  expect(await box.blocked()).toEqual([]);
  expect(box.replies()).toEqual([]);
  expect(await box.outcomes()).toEqual([{ kind: 'opt_out', outcome: 'dropped', code: lifted }]);
  box.carrier.emit(text(6_000, 'STOP'));
  await box.run(5_000);
  expect(await box.blocked()).toEqual([{ phone: ann, source: 'text' }]);
  expect(box.replies()).toHaveLength(1);
  await box.end();
});

test('a confirmation is withdrawn by no opt-in that is older than the last opt-out', async () => {
  const box = await inbox();
  const { textingNumber } = box;
  const at = box.clock.now();
  const text = (later: number, body: string) =>
    inboundText({ ref: `older-${later}`, phone: ann, textingNumber, at: simMs(at + later), body });
  box.carrier.connected = () => false;
  for (const [later, body] of [
    [0, 'STOP'],
    [2_000, 'STOP'],
    [1_000, 'START'],
  ] as const) {
    box.carrier.emit(text(later, body));
    await box.run(500);
  }
  box.carrier.connected = () => true;
  await box.run(5_000);
  expect(await box.blocked()).toEqual([{ phone: ann, source: 'text' }]);
  expect(box.replies()).toHaveLength(1);
  await box.end();
});

test.each(['START', 'a manager'] as const)(
  'a confirmation that its carrier refused for now is not submitted again after %s lifted the opt-out',
  async (who) => {
    const box = await inbox();
    const { submit } = box.carrier;
    const { promise: response, resolve: respond } = Promise.withResolvers<Submission[]>();
    box.carrier.submit = () => response;
    await box.write('STOP');
    if (who === 'START') await box.write('START');
    else await box.rows('DELETE FROM do_not_call WHERE client_id = $1');
    box.carrier.submit = submit;
    respond([{ kind: 'rejected', note: { code: 'throttled' }, retryable: true }]);
    await box.run(15_000, 500);
    expect(box.replies()).toEqual([]);
    expect(await box.outcomes()).toEqual([{ kind: 'opt_out', outcome: 'dropped', code: lifted }]);
    await box.end();
  },
);

test('a STOP that is known to the second only holds against a START of that second', async () => {
  const box = await inbox();
  const { textingNumber } = box;
  const at = simMs(box.clock.now() - 2_000);
  const text = (ref: string, times: { at: SimMs; before?: SimMs }, body: string) => ({
    ...inboundText({ ref: `second-${ref}`, phone: ann, textingNumber, at, body }),
    ...times,
  });
  box.carrier.emit(text('stop', { at, before: simMs(at + 999) }, 'STOP'));
  await box.run(500);
  box.carrier.emit(text('start', { at: simMs(at + 500) }, 'START'));
  await box.run(500);
  expect(await box.blocked()).toEqual([{ phone: ann, source: 'text' }]);
  await box.end();
});

test('the auto-reply to HELP has the name of the client and the number that it came to', async () => {
  const box = await inbox();
  await box.write('Help?');
  const [client] = await box.rows<{ name: string }>('SELECT name FROM client WHERE client_id = $1');
  const number = box.textingNumber;
  const written = `(${number.slice(1, 4)}) ${number.slice(4, 7)}-${number.slice(7)}`;
  expect(box.replies().map(({ to, body }) => ({ to, body }))).toEqual([
    {
      to: ann,
      body: `${client?.name}: For help call or text ${written}. Reply STOP to opt out.`,
    },
  ]);
  expect(await box.blocked()).toEqual([]);
  await box.end();
});

test('auto-replies name the client as its messages do, once it has a spoken name', async () => {
  const box = await inbox();
  await asClient(db, box.clientId, (tx) => setSpokenName(tx, box.clientId, 'Harbor Regional'));
  await box.write('HELP');
  await box.write('STOP');
  expect(box.replies().map(({ body }) => body)).toEqual([
    expect.stringMatching(/^Harbor Regional: For help call or text \(/),
    expect.stringMatching(/^Harbor Regional: You are opted out and /),
  ]);
  await box.end();
});

test('small talk is stored with intent None and gets no auto-reply', async () => {
  const box = await inbox();
  await box.write('I will stop by tomorrow');
  await box.write('Who is \0this?');
  expect(await box.stored()).toEqual([
    { phone: ann, message: 'I will stop by tomorrow', intent: 1 },
    { phone: ann, message: 'Who is this?', intent: 1 },
  ]);
  expect(box.replies()).toEqual([]);
  await box.end();
});

test('a short code that writes STOP is stored and holds nothing up', async () => {
  const box = await inbox();
  await box.write('STOP', '22000');
  await box.write('STOP', ann);
  expect((await box.stored()).map(({ phone }) => phone)).toEqual(['22000', ann]);
  expect(await box.blocked()).toEqual([{ phone: ann, source: 'text' }]);
  await box.end();
});

test('a text already waiting for a number that opts out is not sent, in no list and no campaign', async () => {
  const firstPhone = 12_122_340_000;
  const box = await inbox({ start: true, firstPhone });
  await box.run(3_000);
  const before = box.carrier.sent.length;
  expect(before).toBeGreaterThan(1);
  expect(before).toBeLessThan(10);
  const last = String(firstPhone + 19);
  await box.write('take me off your list', last);
  await box.run(30_000);
  const sent = box.carrier.sent.filter(({ textId }) => !textId.startsWith('reply-'));
  expect(sent.length).toBe(19);
  expect(sent.map(({ to }) => to)).not.toContain(last);
  expect(box.replies().map(({ to }) => to)).toEqual([last]);
  const counts = await box.rows('SELECT barred FROM call_list_count WHERE client_id = $1');
  expect(counts).toEqual([{ barred: 1 }]);
  expect((await recount(db, box.clientId)).wrongCounts).toEqual([]);
  await box.end();
});

test('an auto-reply that was submitted before its engine died is never sent again', async () => {
  const box = await inbox();
  // The engine dies after it marked the auto-reply and before it submitted it.
  const submit = box.carrier.submit;
  box.carrier.submit = () => Promise.reject(new Error('killed'));
  await box.write('STOP');
  box.carrier.submit = submit;
  await box.run(30_000, 1_000);
  expect(box.replies()).toEqual([]);
  const marked = await box.rows(
    'SELECT outcome FROM text_reply WHERE client_id = $1 AND submitted_at IS NOT NULL',
  );
  expect(marked).toEqual([{ outcome: 'unknown' }]);
  await box.end();
});

test('an auto-reply that the carrier refused for now is sent once it takes it', async () => {
  const box = await inbox();
  const submit = box.carrier.submit;
  let refusals = 3;
  box.carrier.submit = async (texts) => {
    refusals -= 1;
    if (refusals < 0) return submit(texts);
    return texts.map(() => ({ kind: 'rejected', note: { code: 'throttled' }, retryable: true }));
  };
  await box.write('STOP');
  expect(box.replies()).toEqual([]);
  await box.run(15_000, 500);
  expect(box.replies().length).toBe(1);
  const noted = await box.rows('SELECT outcome FROM text_reply WHERE client_id = $1');
  expect(noted).toEqual([{ outcome: 'delivered' }]);
  await box.end();
});
