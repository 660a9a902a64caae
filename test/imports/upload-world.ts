/** A client that uploads contact lists, and what became of their rows. */
import { expect } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { mappingOf, type UploadGiven, uploadForm } from './uploads.ts';

export const headers = ['Name', 'Phone', 'Cell'];
export const mapping = mappingOf(headers, ['Phone', 'Cell'], { 'Last Name': 'Name' });

export interface Result {
  callListId: number;
  accountsTotal: number;
  accountsNotImported: number;
  accountPhonesTotal: number;
  accountPhonesImported: number;
  wrongFormatPhoneNumbers: number;
  fieldsTrucated: number;
  restrictedPhoneNotCallable: number;
}

export async function uploadWorld() {
  const db = await freshDatabase();
  const api = await testApi(db);
  const client = await makeClient(db);
  const { clientId } = client;
  const me = await api.signIn(client);
  const campaignId = await makeCampaign(db, clientId, { name: 'Reminders', completed: true });

  async function upload(file: Uint8Array | string, given: Partial<UploadGiven> = {}) {
    const form = uploadForm(file, { campaignId, mapping, ...given });
    const response = await me.post('/api/calllist/upload', form);
    expect(response.status, response.text).toBe(200);
    return response.json<Result>();
  }

  const inClient = <T>(sql: string, values: unknown[] = []) =>
    asClient(db, clientId, (tx) => tx.rows<T>(sql, values));

  async function phonesOf({ callListId }: Result) {
    const rows = await inClient<{ phone: string }>(
      'SELECT phone FROM list_entry WHERE client_id = $1 AND call_list_id = $2 ORDER BY entry_id',
      [clientId, callListId],
    );
    return rows.map(({ phone }) => phone);
  }

  function blockNumbers(...phones: string[]) {
    return inClient(
      `INSERT INTO do_not_call (client_id, phone, source) SELECT $1, unnest($2::text[]), 'manager'`,
      [clientId, phones],
    );
  }

  return { db, api, clientId, me, campaignId, upload, inClient, phonesOf, blockNumbers };
}
