import { expect, test } from 'vitest';
import { barredContact, demoContacts, plantedFaults } from '../../src/cli/demo/contact-file.ts';
import { uploadWorld } from './upload-world.ts';
import { mappingOf } from './uploads.ts';

const { clientId, upload, inClient, blockNumbers } = await uploadWorld();

test('the import finds each of the twelve planted faults, the barred number and the household', async () => {
  const file = demoContacts();
  const headers = (file.split('\r\n')[0] ?? '').split(',');
  const fields = { 'First Name': 'First Name', State: 'State', 'Zip Code': 'Zip Code' };
  await blockNumbers(`1${barredContact.replace(/\D/g, '')}`);
  const result = await upload(file, {
    ...{ headers, mapping: mappingOf(headers, ['Phone', 'Mobile'], fields) },
  });
  const { callListId: _, ...counts } = result;
  expect(counts).toEqual({
    ...{ accountsTotal: 300, accountsNotImported: 11, accountPhonesTotal: 300 },
    ...{ accountPhonesImported: 290, wrongFormatPhoneNumbers: 8, fieldsTrucated: 1 },
    ...{ restrictedPhoneNotCallable: 2, unknownStates: 1 },
  });
  const found = await inClient<{ value: string; code: string }>(
    `SELECT value, reason ->> 'code' AS code FROM rejected_row
     WHERE client_id = $1 AND call_list_id = $2`,
    [clientId, result.callListId],
  );
  for (const { phone, fault } of Object.values(plantedFaults)) {
    if (fault === 'state_unknown' || fault === 'field_cut') continue;
    expect(found).toContainEqual({ value: phone, code: fault });
  }
  // A barred number is kept as it is stored, not as the file has it.
  expect(found).toContainEqual({ value: '19075550142', code: 'number_do_not_call' });
  const [household] = await inClient<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT account_line FROM list_entry
       WHERE client_id = $1 AND call_list_id = $2 GROUP BY 1 HAVING count(*) = 2) h`,
    [clientId, result.callListId],
  );
  expect(household?.n).toBe(1);
});
