import { describe, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { importDoNotCall } from '../../src/db/queries/do-not-call-import.ts';
import { setPersonRules } from '../../src/db/queries/person-rules.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { stopOffice } from './stop-office.ts';

const { db, office } = await stopOffice();

describe('A list that is loaded after a stop', () => {
  test('leaves out the other numbers of the account, also under its External Id, and says why', async () => {
    const { upload, waiting, rejected, stop } = await office();
    await upload('2125550101,,A-1', '2125550102,,A-2');
    await stop('12125550101');
    const result = await upload(
      '2125550103,2125550104,A-1',
      '2125550101,2125550105,A-7',
      '2125550106,,A-7',
      '2125550107,2125550108,A-8',
    );
    expect(result).toMatchObject({
      accountsTotal: 4,
      accountsNotImported: 3,
      accountPhonesImported: 2,
      restrictedPhoneNotCallable: 5,
    });
    expect(await waiting(result)).toEqual(['12125550107', '12125550108']);
    const why = await rejected(result);
    expect(why.split(reasonSentence({ code: 'number_account_stop' }))).toHaveLength(1 + 4);
    expect(why.split(reasonSentence({ code: 'number_do_not_call' }))).toHaveLength(1 + 1);
  });

  test('gives other lists the External Ids of the account', async () => {
    const { upload, waiting, stop } = await office();
    const before = await upload('2125550109,,B-9', '2125550110,,B-10');
    await stop('12125550101');
    await upload('2125550101,2125550102,B-9', '2125550111,,B-11');
    expect(await waiting(before)).toEqual(['12125550110']);
  });

  test('leaves out the number alone where a file blocked it, or the operator wants it so', async () => {
    const { clientId, upload, waiting, stop } = await office();
    await asClient(db, clientId, (tx) => importDoNotCall(tx, clientId, ['12125550101']));
    const row = '2125550101,2125550102,A-1';
    expect(await waiting(await upload(row))).toEqual(['12125550102']);
    await stop('12125550101');
    expect((await upload(row, '2125550112,,')).accountPhonesImported).toBe(1);
    await setPersonRules(db, clientId, { stopScope: 'number', leastGapHours: 4 });
    expect(await waiting(await upload(row))).toEqual(['12125550102']);
  });
});
