/** What becomes of answers: an erasure, the sweep, and numbers that the service leaves out. */
import { expect, test } from 'vitest';
import { personPlaces } from '../../src/contract/person-data.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { erasePerson } from '../../src/db/queries/person-erase.ts';
import { erasePlaces } from '../../src/db/queries/person-erase-places.ts';
import { storeAnswers } from '../../src/db/queries/scrub-answer.ts';
import { sweepAllAnswers } from '../../src/db/retention/answers.ts';
import { scrubWorld, vault } from './scrub-world.ts';

const { db, double, wanting, connect, rule, ask, asked } = await scrubWorld();

const answersOf = (clientId: number) =>
  asClient(db, clientId, (tx) =>
    tx.rows<{ phone: string; question: string; answer: string }>(
      'SELECT phone, question, answer FROM scrub_answer WHERE client_id = $1 ORDER BY phone, question',
      [clientId],
    ),
  );

test('an erasure takes the answers about a number, and no late answer brings it back', async () => {
  const { clientId, firstPhone } = await wanting(3, ['texts']);
  await connect();
  await rule(clientId, 'litigator');
  await ask();
  expect(await answersOf(clientId)).toHaveLength(3);
  const phone = String(firstPhone + 1);
  const { counts } = await erasePerson(db, vault, {
    clientId,
    phone,
    hashed: true,
    managerId: null,
  });
  expect(counts).toMatchObject({ scrubAnswers: 1 });
  expect(personPlaces).toContain('scrubAnswers');
  const late = [{ phone, question: 'litigator', since: null, answer: 'yes' }] as const;
  await asClient(db, clientId, (tx) => storeAnswers(tx, clientId, late, 30));
  expect((await answersOf(clientId)).map((one) => one.phone)).toEqual(
    [firstPhone, firstPhone + 2].map(String),
  );
});

test('an answer that is stored beside an erasure waits for it, and finds the number gone', async () => {
  const { clientId, firstPhone } = await wanting(2, ['texts']);
  const phone = String(firstPhone);
  let stored: Promise<void> | undefined;
  await asClient(db, clientId, async (tx) => {
    await erasePlaces(tx, { clientId, phone, listed: null });
    const late = [{ phone, question: 'line', since: null, answer: 'voip' }] as const;
    stored = asClient(db, clientId, (other) => storeAnswers(other, clientId, late, 30));
    await untilWaiting();
  });
  await stored;
  expect(await answersOf(clientId)).toEqual([]);
});

async function untilWaiting(): Promise<void> {
  for (;;) {
    const row = await asPlatform(db, (tx) =>
      tx.row<{ waiting: boolean }>(
        `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted) AS waiting`,
      ),
    );
    if (row?.waiting) return;
  }
}

test('what a service leaves out is asked again, and not at once', async () => {
  const { clientId, firstPhone } = await wanting(7, ['texts']);
  await connect();
  await rule(clientId, 'litigator');
  await ask();
  double.requests.length = 0;
  await ask();
  expect(asked()).toEqual([]);
  const pass = () =>
    asClient(db, clientId, (tx) =>
      tx.row<{ minutes: number; passes: number }>(
        `SELECT extract(epoch FROM next_at - now())::float8 / 60 AS minutes, passes FROM scrub_list
         WHERE client_id = $1`,
        [clientId],
      ),
    );
  const first = await pass();
  expect(first?.passes).toBe(1);
  expect(first?.minutes).toBeGreaterThan(8);
  expect(first?.minutes).toBeLessThan(11);
  await asClient(db, clientId, (tx) => tx.run('UPDATE scrub_list SET next_at = now()'));
  await ask();
  expect(asked()).toEqual([String(firstPhone + 6)]);
  expect((await pass())?.minutes).toBeGreaterThan(18);
});

test('old answers go once their numbers wait nowhere', async () => {
  const { clientId, firstPhone } = await wanting(3, ['texts']);
  await connect();
  await rule(clientId, 'litigator');
  await ask();
  await asClient(db, clientId, async (tx) => {
    await tx.run('UPDATE scrub_answer SET good_until = now() WHERE client_id = $1', [clientId]);
    await tx.run('UPDATE list_entry SET state = 2 WHERE client_id = $1 AND phone = $2', [
      clientId,
      String(firstPhone),
    ]);
  });
  double.fault = 'down';
  await ask();
  // Also of a client whose rules ask no more.
  await asPlatform(db, (tx) => tx.run('DELETE FROM policy_rule'));
  expect(await sweepAllAnswers(db)).toBe(1);
  expect((await answersOf(clientId)).map(({ phone }) => phone)).toEqual(
    [firstPhone + 1, firstPhone + 2].map(String),
  );
});
