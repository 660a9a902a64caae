/** Twilio's list tells 48 hours again: who had the number then, and not who has it now, is meant. */
import { afterAll, expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import {
  insertTextingNumber,
  removeTextingNumber,
} from '../../src/db/queries/texting-number-save.ts';
import { makeTestClient } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { publicUrl } from './open-carrier.ts';
import { textingByTwilio, twilioSite } from './texting-world.ts';

const db = await freshDatabase();
const site = await twilioSite(db);
const { double } = site;
afterAll(() => double.close());

const ann = '12122100001';
const bob = '12122100002';
const moved = '17025560901';

const rowsOf = <Row>(clientId: number, sql: string) =>
  asClient(db, clientId, (tx) => tx.rows<Row>(sql, [clientId]));
const textsOf = async (clientId: number) => {
  const rows = await rowsOf<{ message: string }>(
    clientId,
    'SELECT message FROM inbound_text WHERE client_id = $1 ORDER BY inbound_text_id',
  );
  return rows.map(({ message }) => message);
};
const blockedAt = async (clientId: number) => {
  const rows = await rowsOf<{ phone: string }>(
    clientId,
    'SELECT phone FROM do_not_call WHERE client_id = $1 ORDER BY phone',
  );
  return rows.map(({ phone }) => phone);
};

test('texts from before a number changed hands stay those of the client that had it', async () => {
  const world = await textingByTwilio(db, site, { entries: 1, firstPhone: 12_122_100_000 });
  const before = world.clientId;
  const after = await makeTestClient(db);
  double.addNumber(`+${moved}`, `${publicUrl}/carrier/${world.name}/inbound`);
  await asPlatform(db, (tx) => insertTextingNumber(tx, before, moved));
  await asClient(db, after, (tx) => optOut(tx, after, ann, 'text'));
  const first = await world.start();
  await double.textIn(`+${ann}`, `+${moved}`, 'My card number is …');
  await first.until(async () => (await textsOf(before)).length === 1);
  await first.stop();
  // A webhook that no engine has taken, and texts that only the list tells.
  await double.textIn(`+${ann}`, `+${moved}`, 'START');
  double.deaf = true;
  await double.textIn(`+${ann}`, `+${moved}`, 'My address is …');
  await double.textIn(`+${bob}`, `+${moved}`, 'Stop texting me');
  await asPlatform(db, async (tx) => {
    await removeTextingNumber(tx, before, moved);
    await insertTextingNumber(tx, after, moved);
  });
  await double.textIn(`+${bob}`, `+${moved}`, 'Hello, new owner');
  // The list has whole seconds.
  const [last] = double.account.messages.filter(({ body }) => body === 'Hello, new owner');
  if (last) last.created = new Date(last.created.getTime() + 2_000);
  double.deaf = false;
  const second = await world.start();
  await second.until(async () => (await textsOf(after)).includes('Hello, new owner'));
  await second.until(async () => (await textsOf(before)).length === 4);
  await second.until(async () => (await world.callbacksLeft()) === 0);
  // An opt-out holds for everybody who ever had the number.
  expect(await textsOf(after)).toEqual(['Stop texting me', 'Hello, new owner']);
  expect(await blockedAt(after)).toEqual([ann, bob]);
  expect((await textsOf(before)).toSorted()).toEqual([
    ...['My address is …', 'My card number is …', 'START', 'Stop texting me'],
  ]);
  expect(await blockedAt(before)).toEqual([bob]);
  // The STOP was written to the former holder, which cannot reply from that number any more.
  expect(await rowsOf(before, 'SELECT FROM text_reply WHERE client_id = $1')).toEqual([]);
  expect(await rowsOf(after, 'SELECT FROM text_reply WHERE client_id = $1')).toEqual([]);
  await second.stop();
  await world.end();
});
