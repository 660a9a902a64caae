/** A call to a manager's own phone by Twilio, through the real engine's event poll and the real sounds. */
import { afterAll, expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { ask, callPlan, newest } from '../engine/manager-world.ts';
import { freshDatabase } from '../harness/database.ts';
import { renderingKey } from '../harness/rendering.ts';
import { until } from '../harness/until.ts';
import { callingByTwilio, namesOf } from './calling-world.ts';
import { twilioSite } from './texting-world.ts';

const db = await freshDatabase();
const site = await twilioSite(db);
afterAll(() => site.double.close());

test('a manager hears the message over Twilio; a 9 says that this was a test and opts out nobody', async () => {
  const world = await callingByTwilio(db, site, { firstPhone: 12_123_910_000, callees: [{}] });
  const { clientId, customerMessage } = world;
  const manager = await asPlatform(db, (tx) =>
    tx.row<{ id: number }>(
      `INSERT INTO manager (client_id, name, username, email, password_hash)
       VALUES ($1, 'Ann', 'ann', 'ann@example.com', '') RETURNING manager_id AS id`,
      [clientId],
    ),
  );
  const who = { clientId, managerId: manager?.id ?? 0 };
  const phone = '+13025550148';
  site.double.callees.set(phone, { keyDuring: { sound: '/message.', after: 300, key: '9' } });
  const person = {
    ...(await renderingKey(db, clientId, customerMessage ?? 0)),
    ...{ durationMs: 1_200, perAccount: false },
  };
  const { stop } = await world.start();
  await ask(db, who, { phone: phone.slice(1), plan: { ...callPlan, person } });
  await until(async () => (await newest(db, who)).over || undefined, 40);
  expect(await newest(db, who)).toMatchObject({ status: 'ended', reason: null });
  expect(namesOf(world.callsTo(phone)[0])).toEqual([`message ${customerMessage}`, 'test-nine']);
  expect(world.callsTo(phone)).toHaveLength(1);
  expect(await world.ask('SELECT FROM do_not_call')).toEqual([]);
  expect(await world.ask('SELECT FROM attempt')).toEqual([]);
  await stop();
  await world.end();
});
