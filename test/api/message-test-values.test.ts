/** Whose values a tried text has, by the account fields that it says (decision 095). */
import { expect, test } from 'vitest';
import { planOf } from '../../src/api/message-test-plan.ts';
import { messageTestTexts as texts } from '../../src/contract/message-test.ts';
import { asClient } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { makeCallList } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import {
  addContacts,
  makeTextCampaign,
  makeTextingNumber,
  makeTextMessage,
} from '../harness/text-data.ts';

const db = await freshDatabase();
const vault = createVault(Buffer.alloc(32, 7));
const now = new Date('2026-11-18T17:00:00Z');

const person = (first_name: string, last_name: string, external_id: string) => ({
  ...{ first_name, last_name, external_id },
});

test('only the values that a text has count for most blank and longest', async () => {
  const { clientId } = await makeClient(db);
  await makeTextingNumber(db, clientId);
  const campaignId = await makeTextCampaign(db, clientId, { name: 'Texts' });
  const callListId = await makeCallList(db, clientId, {
    campaignId,
    name: 'People',
    phones: 3,
  });
  await addContacts(db, clientId, callListId, [
    ...[person('Ann', '', ''), person('', 'Baker', '77'), person('Bo', 'Featherstone', '')],
  ]);
  const context = { vault, clientId, phone: '13025550123', now };
  const tried = async (values: 'blank' | 'longest', message: string) => {
    const textMessageId = await makeTextMessage(db, clientId, `${values} ${message}`, message);
    const wish = { channel: 'text', textMessageId, values, callListId } as const;
    const of = { ...wish, hear: 'customer', callAgent: false } as const;
    const { plan } = await asClient(db, clientId, (tx) => planOf(tx, context, of));
    return plan.kind === 'text' ? plan.body : '';
  };
  expect(await tried('longest', '[first_name]')).toBe('Ann');
  // Who has no first name, though others have more blank values.
  await expect(tried('blank', '[first_name]')).rejects.toThrow(texts.emptyText);
  expect(await tried('blank', 'Hi [first_name]!')).toBe('Hi !');
  expect(await tried('longest', 'Dear [last_name].')).toBe('Dear Featherstone.');
  expect(await tried('longest', '[first_name] [file_number]')).toBe('Ann');
});
