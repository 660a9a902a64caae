import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { sample, uploadForm } from './uploads.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const me = await api.signIn(client);
const campaignId = await makeCampaign(db, client.clientId, { name: 'Reminders', completed: true });

/** "TXLONG" and the like: nobody can know which states they are. */
const unknownStates: Record<string, number> = {
  'contacts-5k': 18,
  'contacts-semicolon-1252': 5,
  'contacts-tab-utf16': 0,
};

test.each(['contacts-5k', 'contacts-semicolon-1252', 'contacts-tab-utf16'])(
  '%s is imported right to the last count',
  async (name) => {
    const { bytes, expected, ...given } = sample(name);
    const form = uploadForm(bytes, { campaignId, name, ...given });
    const response = await me.post('/api/calllist/upload', form);
    expect(response.status, response.text).toBe(200);
    const { callListId, ...counts } = response.json<Record<string, number>>();
    expect(counts).toEqual({ ...expected, unknownStates: unknownStates[name] });
    const entries = await asClient(db, client.clientId, (tx) =>
      tx.row<Record<string, number>>(
        `SELECT count(*) AS phones, count(DISTINCT phone) AS numbers, count(DISTINCT account_line) AS accounts
         FROM list_entry WHERE client_id = $1 AND call_list_id = $2`,
        [client.clientId, callListId],
      ),
    );
    const imported = expected.accountPhonesImported;
    const accounts = (expected.accountsTotal ?? 0) - (expected.accountsNotImported ?? 0);
    expect(entries).toEqual({ phones: imported, numbers: imported, accounts });
  },
);
