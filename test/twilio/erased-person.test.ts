/** Twilio's list tells 48 hours again: an erased person's texts do not come back (decision 073). */
import { afterAll, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { erasePerson } from '../../src/db/queries/person-erase.ts';
import { freshDatabase } from '../harness/database.ts';
import { textingByTwilio, twilioSite } from './texting-world.ts';

const db = await freshDatabase();
const site = await twilioSite(db);
const { api, double } = site;
afterAll(() => double.close());

test.each([true, false])(
  "an erased person's texts are not stored again, and lift no block (hashed: %s)",
  async (hashed) => {
    const first = hashed ? 12_122_110_000 : 12_122_120_000;
    const [ann, bob] = [`${first + 7}`, `${first + 8}`];
    const world = await textingByTwilio(db, site, { entries: 1, firstPhone: first });
    const { clientId } = world;
    const hashOf = async (phone: string) => {
      const [row] = await world.ask<{ hash: string }>(
        `SELECT number_hash(${clientId}, '${phone}') AS hash`,
      );
      return row?.hash ?? '';
    };
    const listed = async () => {
      const rows = await world.ask<{ phone: string }>('SELECT phone FROM do_not_call');
      return rows.map(({ phone }) => phone).toSorted();
    };
    const texts = () =>
      world.ask<{ phone: string; message: string }>(
        'SELECT phone, message FROM inbound_text ORDER BY inbound_text_id',
      );
    const write = (phone: string, body: string) => double.textIn(`+${phone}`, world.sender, body);
    const before = await world.start();
    await write(ann, 'START');
    await write(ann, 'My card number is …');
    await write(bob, 'Stop texting me');
    await before.until(async () => (await texts()).length === 3);
    // As Twilio's rejection of a text says it, which the list shows as no text.
    await asClient(db, clientId, (tx) => optOut(tx, clientId, ann, 'text'));
    await before.stop();
    for (const phone of [ann, bob]) {
      await erasePerson(db, api.deps.vault, { clientId, phone, hashed, managerId: null });
    }
    // By a manager, meanwhile.
    const ofBob = hashed ? await hashOf(bob) : bob;
    await world.ask(`DELETE FROM do_not_call WHERE phone = '${ofBob}'`);
    double.deaf = true;
    await write(bob, 'Hello again');
    await write(bob, 'It is me');
    // The list has whole seconds.
    for (const message of double.account.messages.slice(0, 2)) {
      message.created = new Date(message.created.getTime() + 2_000);
    }
    double.deaf = false;
    const after = await world.start();
    await after.until(async () => (await texts()).some(({ message }) => message === 'It is me'));
    expect(await texts()).toEqual([
      { phone: bob, message: 'Hello again' },
      { phone: bob, message: 'It is me' },
    ]);
    expect(await listed()).toEqual(
      [hashed ? await hashOf(ann) : ann, await hashOf(bob)].toSorted(),
    );
    await after.stop();
    await world.end();
  },
);
