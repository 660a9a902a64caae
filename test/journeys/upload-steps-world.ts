import type { Page } from 'playwright-core';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { choose, next } from './upload-wizard.ts';

/** Names that say nothing: the wizard guesses nothing from them. */
export const headers = ['Alpha', 'Bravo', 'Charlie'];
export const contacts = [headers, ['Ann', '302 555 0148', ''], ['Bo', '', '302 555 0193']];

/** Chooses a file of these lines. */
export function chooseLines(page: Page, lines: string[], lineEnd = '\n') {
  const buffer = Buffer.from(lines.join(lineEnd));
  return choose(page, { name: 'contacts.csv', mimeType: 'text/csv', buffer });
}

/** The wizard of a client with its own campaign and account field. Call it at the top of a file. */
export async function uploadStepsWorld() {
  const db = await freshDatabase();
  const api = await testConsole(db);
  const browser = testBrowser();
  const client = await makeClient(db);
  const campaignId = await makeCampaign(db, client.clientId, { name: 'Reminders' });
  await makeCallList(db, client.clientId, { campaignId, name: 'November', phones: 1 });
  const manager = await api.signIn(client);
  await manager.post('/api/customfield/0/edit', { name: 'Balance' });

  async function wizard(): Promise<Page> {
    const page = await openSignedIn(browser, api, client, '/main/upload');
    await page.getByText('Max. size: 120 MB').waitFor();
    return page;
  }

  /** The wizard at its second step, with the contacts above. */
  async function mapping(): Promise<Page> {
    const page = await wizard();
    await chooseLines(
      page,
      contacts.map((row) => row.join(',')),
    );
    await next(page).click();
    await page.getByText('Row 1 of 2').waitFor();
    return page;
  }

  return { browser, wizard, mapping };
}
