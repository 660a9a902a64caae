/** What a scrub service answers holds numbers, and what it does not answer holds nothing else. */
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { makeEngine } from '../engine/test-engine.ts';
import { quietReaders } from '../engine/text-world.ts';
import { scrubWorld } from './scrub-world.ts';

const { db, double, wanting, attemptsOf, waitingOf, connect, rule, ask, service, standing, asked } =
  await scrubWorld();

const phonesFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => String(first + at));

test('a number is held from the answer on, and no answer is asked for again', async () => {
  const { clientId, campaigns, start, firstPhone } = await wanting(10, ['texts']);
  await connect({ batch: 4 });
  await rule(clientId, 'reassigned');
  await rule(clientId, 'litigator');
  await ask();
  expect(asked().toSorted()).toEqual(phonesFrom(firstPhone, 10));
  expect(double.requests.map(({ numbers }) => numbers.length)).toEqual([4, 4, 2]);
  expect(double.requests[0]?.questions).toEqual(['reassigned', 'litigator']);
  expect(await standing(clientId, campaigns[0]?.campaignId)).toEqual({
    ...{ questions: ['reassigned', 'litigator'], unserved: [], silent: [] },
    // Of the one that ends in 6 the service says nothing.
    ...{ numbers: 10, checked: 9, held: 2 },
  });

  const { engine, run } = makeEngine(db, { textProfile: quietReaders });
  await start();
  await run(60_000, 2_000);
  const held = [firstPhone + 1, firstPhone + 2].map(String);
  const tried = (await attemptsOf(clientId)).map(({ phone }) => phone);
  expect(tried.toSorted()).toEqual(phonesFrom(firstPhone, 10).filter((one) => !held.includes(one)));
  const waits = await waitingOf(clientId);
  expect(waits.map(({ phone, reason }) => `${phone} ${reason}`).toSorted()).toEqual(
    held.map((one) => `${one} contact_policy`),
  );

  // Lists were looked through a moment ago; also who looks again asks about nothing that is known.
  double.requests.length = 0;
  await ask();
  await asPlatform(db, (tx) => tx.run('DELETE FROM scrub_list'));
  await ask();
  expect(asked()).toEqual([]);

  // The person has the number back: the answer of the next time lets it go.
  await asClient(db, clientId, (tx) => tx.run('UPDATE scrub_answer SET good_until = now()'));
  await asPlatform(db, (tx) => tx.run('DELETE FROM scrub_list'));
  double.answers = () => ({ reassigned: 'no', litigator: 'no' });
  await ask();
  expect(asked().toSorted()).toEqual(held);
  await run(30_000, 2_000);
  expect(await attemptsOf(clientId)).toHaveLength(10);
  await engine.stop();
});

test('a service that hangs delays neither a start nor a call', async () => {
  const { clientId, start } = await wanting(8, ['texts']);
  await connect();
  await rule(clientId, 'litigator');
  double.fault = 'hang';
  const leaving = new AbortController();
  const asking = ask(leaving.signal, { patience: { within: 60_000, pauses: [] }, runFor: 60_000 });
  const { engine, run } = makeEngine(db, { textProfile: quietReaders });
  await start();
  await run(60_000, 2_000);
  expect(await attemptsOf(clientId)).toHaveLength(8);
  expect(double.requests).toHaveLength(1);
  leaving.abort();
  await asking;
  // The process ended, not the service.
  expect(await service()).toMatchObject({ failingSince: null, failures: 0 });
  await engine.stop();
});

test('"hold until checked" holds what has no answer, and lets it go with the answer', async () => {
  const { clientId, campaigns, start, firstPhone } = await wanting(8, ['texts']);
  await connect();
  await rule(clientId, 'litigator', { untilChecked: true });
  const { engine, run } = makeEngine(db, { textProfile: quietReaders });
  await start();
  await run(30_000, 2_000);
  expect(await attemptsOf(clientId)).toEqual([]);
  const before = await standing(clientId, campaigns[0]?.campaignId);
  expect(before).toMatchObject({ numbers: 8, checked: 0, held: 8 });
  await ask();
  await run(30_000, 2_000);
  const tried = (await attemptsOf(clientId)).map(({ phone }) => phone);
  // 2 is a litigator's; of 6 nothing is said, so that it goes on waiting.
  const held = [firstPhone + 2, firstPhone + 6].map(String);
  expect(tried.toSorted()).toEqual(phonesFrom(firstPhone, 8).filter((one) => !held.includes(one)));
  await engine.stop();
});

test('what a silent or lying service says holds nobody; it is said, and asked about later', async () => {
  const { clientId, campaigns, start } = await wanting(6, ['texts']);
  await connect({ questions: ['litigator'] });
  await rule(clientId, 'litigator');
  await rule(clientId, 'voip');
  double.fault = 'foreign';
  await ask();
  await ask();
  expect(double.requests).toHaveLength(1);
  expect(await service()).toMatchObject({ failures: 1, trouble: { code: 'other_numbers' } });
  expect(await standing(clientId, campaigns[0]?.campaignId)).toMatchObject({
    ...{ numbers: 6, checked: 0, held: 0, unserved: ['line'] },
    silent: [{ sentence: 'It answered about numbers that it was not asked about.' }],
  });
  const { engine, run } = makeEngine(db, { textProfile: quietReaders });
  await start();
  await run(30_000, 2_000);
  expect(await attemptsOf(clientId)).toHaveLength(6);
  await engine.stop();
});

test('a service that answers again is no longer silent, and goes on where it failed', async () => {
  const { clientId, campaigns, firstPhone } = await wanting(6, ['texts']);
  await connect();
  await rule(clientId, 'litigator');
  double.fault = 'down';
  await ask();
  const failed = await service();
  const wait = (failed?.retryAt?.getTime() ?? 0) - Date.now();
  expect(wait / 1000).toBeGreaterThan(20);
  expect(wait / 1000).toBeLessThan(40);
  double.fault = 'none';
  await asPlatform(db, (tx) => tx.run('UPDATE scrub_service SET retry_at = now()'));
  double.requests.length = 0;
  await ask();
  expect(asked().toSorted()).toEqual(phonesFrom(firstPhone, 6));
  expect(await service()).toMatchObject({ failingSince: null, failures: 0, trouble: null });
  const now = await standing(clientId, campaigns[0]?.campaignId);
  expect(now).toMatchObject({ numbers: 6, checked: 6, held: 1, silent: [] });
});

test('only numbers that a rule is about are sent, and only what it asks', async () => {
  const { clientId, campaigns } = await wanting(3, ['texts', 'calls']);
  await connect();
  // Its area code is of New York.
  await rule(clientId, 'mobile', { channel: 'call', state: 'TX' });
  await ask();
  expect(double.requests).toEqual([]);
  await rule(clientId, 'mobile', { channel: 'call', state: 'NY' });
  await ask();
  expect(double.requests.map(({ questions }) => questions)).toEqual([['line']]);
  const [texts, calls] = campaigns.map(({ campaignId }) => campaignId);
  expect(await standing(clientId, texts)).toBeNull();
  expect(await standing(clientId, calls)).toMatchObject({ numbers: 3, checked: 3, held: 3 });
});

test('reassigned is asked with the date of consent, and answered for that date alone', async () => {
  const { clientId, campaigns, firstPhone } = await wanting(1, ['texts', 'texts']);
  await connect();
  const consents = ['2020-05-06', '3/4/2026 10:22 AM'];
  for (const [at, { callListIds }] of (await withLists(clientId, campaigns)).entries()) {
    await asClient(db, clientId, (tx) =>
      tx.run(
        `UPDATE list_entry SET consent = $3 WHERE client_id = $1 AND call_list_id = ANY ($2)`,
        [clientId, callListIds, JSON.stringify({ kind: 'written', date: consents[at] })],
      ),
    );
  }
  // The number changed hands in 2024.
  double.answers = ({ consentDate = '' }) => ({ reassigned: consentDate < '2024' ? 'yes' : 'no' });
  await rule(clientId, 'reassigned');
  await ask();
  expect(double.requests.flatMap(({ numbers }) => numbers)).toEqual([
    { number: `+${firstPhone}`, consentDate: '2020-05-06' },
    { number: `+${firstPhone}`, consentDate: '2026-03-04' },
  ]);
  const held = await Promise.all(
    campaigns.map(async ({ campaignId }) => (await standing(clientId, campaignId))?.held),
  );
  expect(held).toEqual([1, 0]);
});

function withLists(clientId: number, campaigns: readonly { campaignId: number }[]) {
  return Promise.all(
    campaigns.map(async ({ campaignId }) => ({
      callListIds: (
        await asClient(db, clientId, (tx) =>
          tx.rows<{ id: number }>(
            'SELECT call_list_id AS id FROM call_list WHERE client_id = $1 AND campaign_id = $2',
            [clientId, campaignId],
          ),
        )
      ).map(({ id }) => id),
    })),
  );
}
