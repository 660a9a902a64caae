/** Clients whose uploads are sent piece by piece. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { CallList } from '../../src/contract/call-list.ts';
import { testApi } from '../harness/api.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { mappingOf } from './uploads.ts';

const headers = ['Name', 'Phone'];
export const mapping = mappingOf(headers, ['Phone'], { 'Last Name': 'Name' });

/** Rows with distinct numbers, in MiB. */
export function largeFile(mebibytes: number): Buffer {
  const name = 'x'.repeat(220);
  const rows = ['Name,Phone'];
  for (let row = 0; row * 233 < mebibytes * 1024 * 1024; row++) {
    rows.push(`${name},212${2_000_000 + row}`);
  }
  return Buffer.from(`${rows.join('\n')}\n`);
}

export const settingsOf = (campaignId: number) => ({
  callListName: 'Slow',
  campaignId,
  delimiter: ',',
  callListMapList: mapping,
  restriction: { restrictionType: 2 },
});

export async function lifecycleWorld() {
  const db = await freshDatabase();
  const api = await testApi(db);
  const campaignOf = (clientId: number) => makeCampaign(db, clientId, { name: 'Reminders' });

  /** An upload whose body the test sends piece by piece. */
  function slowUpload(token: string | undefined, settings: object, query = '') {
    const boundary = 'piece-by-piece';
    const sent = request(`${api.url}/api/calllist/upload${query}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    });
    sent.on('error', () => {});
    const part = (head: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`;
    sent.write(
      `${part('name="callListMap"')}${JSON.stringify(settings)}\r\n${part('name="fileSelect"; filename="a.csv"')}`,
    );
    return {
      sent,
      write: (text: string) => sent.write(text),
      async finish() {
        sent.end(`\r\n--${boundary}--\r\n`);
        const [response] = await once(sent, 'response');
        return {
          status: response.statusCode as number,
          text: Buffer.concat(await response.toArray()).toString(),
        };
      },
    };
  }

  async function world() {
    const client = await makeClient(db);
    const me = await api.signIn(client);
    const campaignId = await campaignOf(client.clientId);
    const lists = async () => (await me.get('/api/calllist')).json<CallList[]>();
    return { client, clientId: client.clientId, me, campaignId, lists };
  }

  return { db, api, slowUpload, world };
}
