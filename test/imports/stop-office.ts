/**
 * A client that uploads files of accounts with two phones and an External Id, and receives stops.
 */
import { expect } from 'vitest';
import type { UploadResult } from '../../src/contract/call-list-upload.ts';
import { asClient } from '../../src/db/database.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { testApi } from '../harness/api.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { mappingOf, type UploadGiven, uploadForm } from './uploads.ts';

const headers = ['Phone', 'Cell', 'Id'];
const mapping = mappingOf(headers, ['Phone', 'Cell'], { 'External Id': 'Id' });

export async function stopOffice() {
  const db = await freshDatabase();
  const api = await testApi(db);

  async function office() {
    const client = await makeClient(db);
    const { clientId } = client;
    const me = await api.signIn(client);
    const campaignId = await makeCampaign(db, clientId, { name: 'Reminders' });
    const uploadWith = async (given: Partial<UploadGiven>, ...rows: string[]) => {
      const file = `${[headers.join(','), ...rows].join('\n')}\n`;
      const form = uploadForm(file, { campaignId, mapping, ...given });
      const response = await me.post('/api/calllist/upload', form);
      expect(response.status, response.text).toBe(200);
      return response.json<UploadResult>();
    };
    const upload = (...rows: string[]) => uploadWith({}, ...rows);
    const waiting = ({ callListId }: UploadResult) =>
      asClient(db, clientId, async (tx) => {
        const rows = await tx.rows<{ phone: string }>(
          `SELECT phone FROM list_entry WHERE client_id = $1 AND call_list_id = $2 AND state = 0
           ORDER BY entry_id`,
          [clientId, callListId],
        );
        return rows.map(({ phone }) => phone);
      });
    const rejected = async ({ callListId }: UploadResult) =>
      (await me.get(`/api/calllist/${callListId}/rejected`)).text;
    const stop = (phone: string) =>
      asClient(db, clientId, (tx) => optOut(tx, clientId, phone, 'key'));
    return { clientId, campaignId, me, upload, uploadWith, waiting, rejected, stop };
  }

  return { db, office };
}
