/** An erased number is blocked by its keyed hash: a list treats it as one that is blocked by its digits. */
import { describe, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { importDoNotCall } from '../../src/db/queries/do-not-call-import.ts';
import { erasePerson } from '../../src/db/queries/person-erase.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { stopOffice } from './stop-office.ts';

const { db, office } = await stopOffice();
const vault = createVault(Buffer.alloc(32, 7));
const asks = '12125550121';
const digits = asks.slice(1);

type Office = Awaited<ReturnType<typeof office>>;

const blockByFile = ({ clientId }: Office) =>
  asClient(db, clientId, (tx) => importDoNotCall(tx, clientId, [asks]));
const erase = ({ clientId }: Office) =>
  erasePerson(db, vault, { clientId, phone: asks, hashed: true, managerId: null });

/** Only the hash, and the digits wherever they were: as in a list that was loaded meanwhile. */
const blockByHash = ({ clientId }: Office) =>
  asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO do_not_call (client_id, phone, source) VALUES ($1, number_hash($1, $2), 'operator')`,
      [clientId, asks],
    ),
  );

/** Tables that hold the number in digits, but for the list of the do-not-call numbers. */
function holding({ clientId }: Office): Promise<{ place: string }[]> {
  const like = `LIKE '%${digits}%'`;
  return asClient(db, clientId, (tx) =>
    tx.rows<{ place: string }>(
      `SELECT 'entry' AS place FROM list_entry WHERE client_id = $1 AND phone ${like}
       UNION SELECT 'rejected' FROM rejected_row WHERE client_id = $1 AND value ${like}
       UNION SELECT 'beside' FROM account_phone WHERE client_id = $1 AND phone ${like}
       UNION SELECT 'stop' FROM account_stop WHERE client_id = $1 AND phone ${like}`,
      [clientId],
    ),
  );
}

/** What the file of rejected rows says, without the number. */
const why = async (of: Office, list: Parameters<Office['rejected']>[0]) =>
  (await of.rejected(list)).replaceAll(new RegExp(`1?${digits}`, 'g'), '');

const counts = ({ callListId: _, ...rest }: Awaited<ReturnType<Office['upload']>>) => rest;

describe('A contact file with an erased number', () => {
  const rows = ['2125550121,2125550122,A', '2125550123,,', '2125550121,,B'];

  test('loses it as one that a file blocked, with the same counts and reason', async () => {
    const [plain, hashed] = [await office(), await office()];
    await blockByFile(plain);
    await erase(hashed);
    const [left, right] = [await plain.upload(...rows), await hashed.upload(...rows)];
    expect(counts(right)).toEqual(counts(left));
    expect(await hashed.waiting(right)).toEqual(['12125550122', '12125550123']);
    expect(await hashed.waiting(right)).toEqual(await plain.waiting(left));
    expect(await why(hashed, right)).toEqual(await why(plain, left));
    expect(await hashed.rejected(right)).toContain(reasonSentence({ code: 'number_do_not_call' }));
  });

  test('does not bring the digits back into any table', async () => {
    const hashed = await office();
    await erase(hashed);
    await hashed.upload(...rows);
    expect(await holding(hashed)).toEqual([]);
  });

  test('brings them back into none, however the file writes or repeats them', async () => {
    const hashed = await office();
    await erase(hashed);
    const list = await hashed.upload(
      '(212) 555-0121,2125550124,A',
      '+1 212.555.0121,212-555-0121,B',
      '2125550121,2125550121,',
      '2125550125,12125550121,C',
    );
    expect(await hashed.waiting(list)).toEqual(['12125550124', '12125550125']);
    expect((await hashed.rejected(list)).replace(/\D/g, '')).not.toContain(digits);
    expect(await holding(hashed)).toEqual([]);
  });

  test('loses its whole account, also under its External Id, where its person had asked to stop', async () => {
    const [plain, hashed] = [await office(), await office()];
    for (const one of [plain, hashed]) {
      await one.upload('2125550121,,A', '2125550199,,Z');
      await one.stop(asks);
    }
    await erase(hashed);
    const more = ['2125550121,2125550122,C', '2125550123,,', '2125550124,,A', '2125550125,,C'];
    const [left, right] = [await plain.upload(...more), await hashed.upload(...more)];
    expect(await plain.waiting(left)).toEqual(['12125550123']);
    expect(await hashed.waiting(right)).toEqual(['12125550123']);
    expect(counts(right)).toEqual(counts(left));
    expect(await why(hashed, right)).toEqual(await why(plain, left));
    const later = await hashed.upload('2125550126,,C', '2125550127,,D');
    expect(await hashed.waiting(later)).toEqual(['12125550127']);
    expect(await holding(hashed)).toEqual([]);
  });
});

describe('A number that is blocked only by its hash', () => {
  async function reused(block: (of: Office) => Promise<unknown>, externalId = 'A') {
    const of = await office();
    const { me, campaignId, upload } = of;
    const { callListId } = await upload(`2125550121,2125550122,${externalId}`, '2125550123,,');
    await me.post(`/api/calllist/${callListId}/close`, { callListId });
    await block(of);
    const before = (await me.get(`/api/calllist/${callListId}/renew`)).json();
    const filters = {
      filterOptionNotCalled: true,
      filterOptionCalledAnswered: true,
      filterOptionCalledNotAnswered: true,
    };
    const wish = { newCalllistName: 'Again', calllistId: callListId, campaignId, ...filters };
    const made = await me.post(`/api/calllist/${callListId}/renew`, wish);
    expect(made.status, made.text).toBe(200);
    const [list] = await asClient(db, of.clientId, (tx) =>
      tx.rows<{ id: number }>(
        `SELECT call_list_id AS id FROM call_list WHERE client_id = $1 AND name = 'Again'`,
        [of.clientId],
      ),
    );
    const entries = await asClient(db, of.clientId, (tx) =>
      tx.rows<{ phone: string }>(
        `SELECT phone FROM list_entry WHERE client_id = $1 AND call_list_id = $2 ORDER BY entry_id`,
        [of.clientId, list?.id],
      ),
    );
    const beside = await asClient(db, of.clientId, (tx) =>
      tx.rows<{ phone: string }>(
        `SELECT phone FROM account_phone WHERE client_id = $1 AND call_list_id = $2`,
        [of.clientId, list?.id],
      ),
    );
    return { before, phones: entries.map(({ phone }) => phone), beside };
  }

  test('is in no reuse of a list, as one that a file blocked, and is not counted before it', async () => {
    const [plain, hashed] = [await reused(blockByFile), await reused(blockByHash)];
    expect(hashed.phones).toEqual(['12125550122', '12125550123']);
    expect(hashed.phones).toEqual(plain.phones);
    expect(hashed.before).toEqual(plain.before);
    expect(hashed.before).toMatchObject({ notCalled: 2 });
    // It still belongs to the account, by its hash.
    expect(plain.beside).toEqual([{ phone: asks }]);
    expect(hashed.beside).toEqual([{ phone: expect.stringMatching(/^#[0-9a-f]{32}$/) }]);
  });

  test('is not left in a reuse of a list that held it when it was erased', async () => {
    const { phones, before } = await reused(erase);
    expect(phones).toEqual(['12125550122', '12125550123']);
    expect(before).toMatchObject({ notCalled: 2 });
  });

  test.each([true, false])(
    'leaves no other number of its account in a reuse, hashed: %s',
    async (hashed) => {
      const { phones } = await reused(async (of) => {
        await of.stop(asks);
        await erasePerson(db, vault, { ...of, phone: asks, hashed, managerId: null });
      }, '');
      expect(phones).toEqual(['12125550123']);
    },
  );

  test('is on the list already for a manager who adds it', async () => {
    const of = await office();
    await erase(of);
    const added = await of.me.post(`/api/donotcall/${of.clientId}/edit`, {
      phoneRestriction: digits,
    });
    const plain = await office();
    await blockByFile(plain);
    const twice = await plain.me.post(`/api/donotcall/${plain.clientId}/edit`, {
      phoneRestriction: digits,
    });
    expect(added.status).toBe(twice.status);
    expect(added.text.replace(/"requestId":"[^"]*"/, '')).toContain('not_unique');
    expect(await holding(of)).toEqual([]);
  });

  test('stays one entry when a file of the operator blocks it again', async () => {
    const of = await office();
    await erase(of);
    await blockByFile(of);
    const rows = await asClient(db, of.clientId, (tx) =>
      tx.rows<{ phone: string }>('SELECT phone FROM do_not_call WHERE client_id = $1', [
        of.clientId,
      ]),
    );
    expect(rows).toEqual([{ phone: expect.stringMatching(/^#/) }]);
  });
});
