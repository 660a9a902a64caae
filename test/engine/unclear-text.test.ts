import { expect, test } from 'vitest';
import { easternTime } from '../../src/domain/eastern-time.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { unclearTextWorld } from './unclear-text-world.ts';

const { db, clock, api, desk } = await unclearTextWorld();

const minute = 60_000;

const bothTwice = (...phones: (string | undefined)[]) => phones.map((phone) => [phone, 2]);

test('after an unclear text the number rests in every list, calls and texts, and there is no auto-reply', async () => {
  const box = await desk();
  await box.write('Wrong number');
  await box.start();
  await box.run(2 * minute, 4_000);
  expect(await box.tried()).toEqual(bothTwice(box.bob, box.cid));
  const rest = { phone: box.ann, state: 0, reason: 'undecided_text' };
  expect(await box.waiting()).toEqual([rest, rest]);
  expect(box.replies()).toEqual([]);
  expect(await box.blocked()).toEqual([]);
  expect(await box.undecided()).toMatchObject({
    total: 1,
    texts: [{ phoneNumber: box.ann, message: 'Wrong number', messageIntent: 5 }],
  });
  await box.end();
});

test('"keep" lets calls and texts go on within a minute', async () => {
  const box = await desk();
  await box.write('not interested');
  await box.start();
  await box.run(minute, 4_000);
  const [text] = (await box.undecided()).texts;
  expect((await box.decide(text?.id, 'keep')).status).toBe(200);
  expect(await box.waiting()).toEqual([
    { phone: box.ann, state: 0, reason: null },
    { phone: box.ann, state: 0, reason: null },
  ]);
  await box.run(minute, 4_000);
  expect((await box.tried()).map(([phone]) => phone)).toContain(box.ann);
  // A call and a text to one number wait for each other.
  await box.run(2 * minute, 4_000);
  expect(await box.tried()).toEqual(bothTwice(box.ann, box.bob, box.cid));
  expect(await box.undecided()).toEqual({ texts: [], total: 0 });
  await box.end();
});

test('"keep" leaves an unclear text that came after the look undecided and unread, and the number rests on', async () => {
  const box = await desk();
  await box.write('Wrong number');
  await box.start();
  await box.run(minute, 4_000);
  const [seen] = (await box.undecided()).texts;
  await box.write('why do you keep calling');
  expect((await box.decideSeen(seen?.id, 'keep', seen?.id)).status).toBe(200);
  const left = await box.undecided();
  expect(left).toMatchObject({ total: 1, texts: [{ message: 'why do you keep calling' }] });
  const progress = await box.rows(
    `SELECT read_at IS NOT NULL AS read, done_at IS NOT NULL AS done FROM inbound_text
     WHERE client_id = $1 ORDER BY inbound_text_id`,
  );
  const [first, later] = [
    { read: true, done: true },
    { read: false, done: false },
  ];
  expect(progress).toEqual([first, later]);
  const rest = { phone: box.ann, state: 0, reason: 'undecided_text' };
  expect(await box.waiting()).toEqual([rest, rest]);
  await box.run(3 * minute, 4_000);
  expect((await box.tried()).map(([phone]) => phone)).not.toContain(box.ann);
  expect((await box.decideSeen(left.texts[0]?.id, 'keep', left.texts[0]?.id)).status).toBe(200);
  await box.run(3 * minute, 4_000);
  expect(await box.tried()).toEqual(bothTwice(box.ann, box.bob, box.cid));
  await box.end();
});

test('"keep" holds for all texts that were shown, and "opt out" also for what came after', async () => {
  const box = await desk();
  await box.write('Wrong number');
  await box.write('why do you keep calling');
  const [first, second] = (await box.undecided()).texts;
  expect((await box.decideSeen(first?.id, 'keep', second?.id)).status).toBe(200);
  expect((await box.undecided()).total).toBe(0);
  await box.write('not interested');
  const [third] = (await box.undecided()).texts;
  await box.write('Wrong number again');
  // The text itself was seen, whatever the request says.
  expect((await box.decideSeen(third?.id, 'keep', first?.id)).status).toBe(200);
  const [fourth] = (await box.undecided()).texts;
  expect(fourth?.id).toBeGreaterThan(third?.id ?? 0);
  await box.write('not interested');
  expect((await box.decideSeen(fourth?.id, 'optOut', fourth?.id)).status).toBe(200);
  expect((await box.undecided()).total).toBe(0);
  expect(await box.blocked()).toEqual([{ phone: box.ann, source: 'text' }]);
  await box.end();
});

test('an opt-in that was written between two unclear texts frees nothing', async () => {
  const box = await desk();
  await box.write('Wrong number', simMs(clock.now() - 2 * minute));
  await box.write('not interested');
  await box.start();
  await box.run(minute, 4_000);
  await box.write('START', simMs(clock.now() - 2 * minute));
  expect((await box.undecided()).total).toBe(1);
  const rest = { phone: box.ann, state: 0, reason: 'undecided_text' };
  expect(await box.waiting()).toEqual([rest, rest]);
  await box.end();
});

test('"opt out" lists the number as an opt-out by text, and bars it in every list at once', async () => {
  const box = await desk();
  await box.start();
  await box.write('Wrong number, who is this');
  const [text] = (await box.undecided()).texts;
  expect((await box.decide(text?.id, 'optOut')).status).toBe(200);
  expect(await box.blocked()).toEqual([{ phone: box.ann, source: 'text' }]);
  const before = (await box.tried()).find(([phone]) => phone === box.ann);
  await box.run(2 * minute, 4_000);
  expect((await box.tried()).find(([phone]) => phone === box.ann)).toEqual(before);
  expect((await box.waiting()).every(({ reason }) => reason === 'opt_out_text')).toBe(true);
  // What a manager reads out of a text is no STOP, which alone is confirmed.
  expect(box.replies()).toEqual([]);
  await box.end();
});

test('a clear STOP later ends the rest as an opt-out, START lifts it', async () => {
  const stopped = await desk();
  await stopped.write('Wrong number');
  await stopped.write('STOP');
  expect(await stopped.blocked()).toEqual([{ phone: stopped.ann, source: 'text' }]);
  expect(await stopped.undecided()).toEqual({ texts: [], total: 0 });
  expect(stopped.replies().length).toBe(1);
  await stopped.end();

  const started = await desk();
  await started.write('Wrong number');
  await started.write('START');
  expect(await started.undecided()).toEqual({ texts: [], total: 0 });
  await started.start();
  await started.run(3 * minute, 4_000);
  expect(await started.tried()).toEqual(bothTwice(started.ann, started.bob, started.cid));
  const decisions = await started.rows(
    'SELECT decision, decided_by FROM contact_rest WHERE client_id = $1',
  );
  expect(decisions).toEqual([{ decision: 'keep', decided_by: null }]);
  await started.end();
});

test('an opt-in that was written before the unclear text, and comes later, lifts nothing', async () => {
  const box = await desk();
  await box.write('Wrong number');
  await box.write('START', simMs(clock.now() - minute));
  expect((await box.undecided()).total).toBe(1);
  await box.end();
});

test('a number that is on the do-not-call list needs no decision', async () => {
  const box = await desk();
  await box.write('STOP');
  await box.write('Wrong number');
  expect((await box.undecided()).total).toBe(0);
  await box.end();
});

test('the rest is committed before the text is acknowledged', async () => {
  const box = await desk();
  const acknowledge = box.carrier.acknowledge;
  let lost = 1;
  box.carrier.acknowledge = (events) => {
    if (lost > 0 && events.some((event) => event.kind === 'inbound')) {
      lost -= 1;
      throw new Error('the process died here');
    }
    acknowledge(events);
  };
  await box.write('Wrong number').catch(() => undefined);
  expect(lost).toBe(0);
  const open = await box.rows(
    'SELECT phone FROM contact_rest WHERE client_id = $1 AND decided_at IS NULL',
  );
  expect(open).toEqual([{ phone: box.ann }]);
  await box.run(1_000);
  expect((await box.undecided()).total).toBe(1);
  await box.end();
});

test('of two managers who decide at the same moment one is first, and the other sees who and when', async () => {
  const box = await desk();
  await box.write('Wrong number');
  await box.write('why do you keep calling');
  const texts = (await box.undecided()).texts;
  expect(texts.length).toBe(2);
  const other = await makeManager(db, box.clientId);
  const grace = await api.signIn(box.client, other);
  const responses = await Promise.all([
    box.decide(texts[0]?.id, 'optOut'),
    box.decide(texts[1]?.id, 'keep', grace),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const kept = responses[1]?.status === 200;
  const { name } = kept ? other : box.client.manager;
  const second = responses.find(({ status }) => status === 409)?.json<{ detail: string }>();
  expect(second?.detail).toBe(
    `${name} already decided on this text: ${kept ? 'keep' : 'opt out'} (${easternTime(clock.now())}).`,
  );
  expect((await box.blocked()).length).toBe(kept ? 0 : 1);
  const again = () =>
    grace.post(
      `/api/inboundmessagetext/${texts[1]?.id}/decide`,
      { decision: 'keep' },
      { 'idempotency-key': 'again' },
    );
  const [first, retried] = [await again(), await again()];
  expect([retried.status, retried.json()]).toMatchObject([
    409,
    { detail: first.json<{ detail: string }>().detail },
  ]);
  await box.end();
});

test('only a text that waits can be decided, and only by its own client', async () => {
  const box = await desk();
  await box.write('Thank you');
  const list = (await box.manager.get('/api/inboundmessagetext')).json<{ id: number }[]>();
  const plain = await box.decide(list[0]?.id, 'keep');
  expect([plain.status, plain.json<{ detail: string }>().detail]).toEqual([
    409,
    'This text does not need a decision.',
  ]);
  expect((await box.decide(999_999_999, 'keep')).status).toBe(404);
  await box.write('Wrong number');
  const [text] = (await box.undecided()).texts;
  expect((await box.decide(text?.id, 'perhaps')).status).toBe(422);
  const stranger = await api.signIn(await makeClient(db));
  expect((await box.decide(text?.id, 'optOut', stranger)).status).toBe(404);
  expect((await stranger.get('/api/inboundmessagetext/undecided')).json()).toEqual({
    texts: [],
    total: 0,
  });
  expect((await box.undecided()).total).toBe(1);
  await box.end();
});

test('the funnel names what rests, also of a campaign that stands still', async () => {
  const box = await desk();
  await box.write('Wrong number');
  const [list] = await box.rows<{ id: number }>(
    'SELECT min(campaign_id) AS id FROM campaign WHERE client_id = $1',
  );
  const funnel = (await box.manager.get(`/api/campaign/${list?.id}/funnel`)).json<{
    waiting: { reason: string; count: number }[];
  }>();
  expect(funnel.waiting).toContainEqual({
    ...{ reason: 'undecided_text', count: 1, zone: null, opens: null, first: null, last: null },
  });
  await box.end();
});
