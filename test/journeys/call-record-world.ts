import { testBrowser } from '../harness/browser.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';

/** Of five calls. */
const outcomes = [
  { result: 'person' },
  { result: 'machine' },
  { result: 'no_answer' },
  { result: 'person', abandoned: true },
  { result: 'failed' },
] as const;

/** A console with 60 call records; opens the report for their client or for one without records. */
export async function callRecordWorld() {
  const db = await freshDatabase();
  const console = await testConsole(db);
  const browser = testBrowser();
  const client = await makeClient(db);
  const newcomer = await makeClient(db);
  const campaigns = {
    Spring: await makeCampaign(db, client.clientId, { name: 'Spring' }),
    Autumn: await makeCampaign(db, client.clientId, { name: 'Autumn' }),
  };
  // The browser of the journeys is in New York: noon of its day, which begins hours after UTC's.
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'America/New_York' }).format();
  const noon = new Date(`${today}T17:00:00Z`);
  const minutesBefore = (minutes: number) =>
    new Date(noon.getTime() - minutes * 60_000).toISOString();
  await addCallRecords(
    db,
    client.clientId,
    console.deps.vault,
    Array.from({ length: 60 }, (_, at) => ({
      // 40 calls of today, 20 of ten days ago.
      startedAt: minutesBefore(at < 40 ? at : at + 14_400),
      answeredAt: at === 0 ? null : minutesBefore(at),
      duration: at,
      cost: at * 1000,
      campaignId: at % 2 === 0 ? campaigns.Spring : campaigns.Autumn,
      campaignName: at % 2 === 0 ? 'Spring' : 'Autumn',
      ...outcomes[at % outcomes.length],
      keyPressed: at === 3 ? '1' : '',
      carrierWords: at === 4 ? 'The trunk refused this call (SIP 403).' : '',
      callListName: at < 5 ? 'First list' : 'Second list',
      lastName: at === 7 ? 'Featherstonehaugh-Cholmondeley of Wolverhampton' : 'Okafor',
      ssn: '123-45-6789',
    })),
  );

  async function report(look: Parameters<typeof browser.newPage>[0] = {}, search = '') {
    const page = await openSignedIn(browser, console, client, `/main/reports/cdr${search}`, look);
    const filters = page.getByRole('button', { name: /^Filters/ });
    const add = async (column: string) => page.getByLabel('Add Filter').selectOption(column);
    const apply = () => page.getByRole('button', { name: 'Apply' }).click();
    const results = (text: string) => page.getByText(text, { exact: true }).waitFor();
    return { page, filters, add, apply, results };
  }

  const path = '/main/reports/cdr';
  return {
    browser,
    report,
    /** The addresses of the campaigns' filters have their ids. */
    campaigns,
    reportOfNewcomer: () => openSignedIn(browser, console, newcomer, path),
  };
}
