import { testBrowser } from '../harness/browser.ts';
import { makeClient } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { makeTextCampaign, makeTextingNumber, makeTextMessage } from '../harness/text-data.ts';

/** A client with two numbers and two text messages, and its screen of text campaigns. Call it at the top. */
export async function textCampaignWorld() {
  const db = await freshDatabase();
  const api = await testConsole(db);
  const browser = testBrowser();
  const client = await makeClient(db);
  const { clientId } = client;
  const sendersNumberId = await makeTextingNumber(db, clientId, '13025551000');
  await makeTextingNumber(db, clientId, '13025551001');
  const text = 'Hello [first_name] [last_name], file [file_number] is due.';
  const messageTextId = await makeTextMessage(db, clientId, 'Balance reminder', text);
  await makeTextMessage(db, clientId, 'Plain words', 'The office is closed on Friday.');

  const open = (look: Parameters<typeof browser.newPage>[0] = {}, as = client, query = '') =>
    openSignedIn(browser, api, as, `/main/campaigns/texting${query}`, look);

  /** A complete text campaign, created without the console. */
  const made = (name: string, given: object = {}) =>
    makeTextCampaign(db, clientId, {
      name,
      textMessageId: messageTextId,
      textingNumberId: sendersNumberId,
      ...given,
    });

  return { db, clientId, sendersNumberId, messageTextId, open, made };
}
