/** The upload wizard, as a person uses it. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** A file of test/data. */
export const dataFile = (name: string) =>
  fileURLToPath(new URL(`../data/${name}`, import.meta.url));

export const next = (page: Page) => page.getByRole('button', { name: 'Next Step' });
export const finish = (page: Page) =>
  page.getByRole('button', { name: 'Upload and Finish' }).click();
export const finished = (page: Page) => page.getByRole('dialog', { name: 'Upload Finished!' });
export const running = (page: Page) => page.getByRole('dialog', { name: 'Upload Progress' });
export const delimiter = (page: Page) => page.getByLabel('File Delimiter', { exact: true });

type ChosenFile = string | { name: string; mimeType: string; buffer: Buffer };
export const choose = (page: Page, file: ChosenFile) =>
  page.locator('input[type=file]').setInputFiles(file);

/** At the second step: a column for each of these account fields, and the columns with numbers. */
export async function mapColumns(
  page: Page,
  mapping: Record<string, string>,
  phoneColumns: string[],
): Promise<void> {
  for (const [field, column] of Object.entries(mapping)) {
    await page.getByLabel(`Column for ${field}`, { exact: true }).selectOption(column);
  }
  for (const column of phoneColumns) await page.getByRole('switch', { name: column }).check();
}

/** At the last step. */
export async function nameList(page: Page, name: string): Promise<void> {
  await page.getByLabel('Contact List Name').fill(name);
  await page.getByRole('combobox', { name: 'Campaign' }).selectOption('Reminders');
}

/** From now on the page sends this many kilobytes a second. */
export async function slow(page: Page, kilobytes: number): Promise<void> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: kilobytes * 1024,
  });
}

/** Holds the server's response to the upload until it is released. */
export async function holdResponse(page: Page): Promise<() => Promise<unknown>> {
  const line = await page.context().newCDPSession(page);
  const paused = new Promise<string>((resolve) => {
    line.on('Fetch.requestPaused', ({ requestId }) => resolve(requestId));
  });
  await line.send('Fetch.enable', {
    patterns: [{ urlPattern: '*/api/calllist/upload\\?*', requestStage: 'Response' }],
  });
  return async () => line.send('Fetch.continueRequest', { requestId: await paused });
}

/** What the table with that name shows, its header first. */
export async function tableOf(page: Page, label: string): Promise<string[][]> {
  const table = page
    .getByRole('grid', { name: label })
    .or(page.getByRole('table', { name: label }));
  await table.waitFor();
  const rows = await table.getByRole('row').all();
  const cells = rows.map((row) => row.locator('th, td').allInnerTexts());
  return (await Promise.all(cells)).map((row) => row.map((cell) => cell.trim()));
}

/** On to the step of that name. A press soon after another one has no effect: it is pressed again. */
export async function goOn(page: Page, step: 'Map' | 'Preview' | 'Upload'): Promise<void> {
  const here = page.locator('[aria-current=step]').filter({ hasText: step });
  for (let tries = 0; tries < 10; tries += 1) {
    await next(page).click();
    const arrived = await here.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    );
    if (arrived) return;
  }
  throw new Error(`Next Step did not lead to ${step}.`);
}

/** Up to the last step with a list of that name, and on to its upload. */
export async function upload(
  page: Page,
  file: ChosenFile,
  given: { name?: string; phones?: string[] } = {},
) {
  const { name = 'November', phones = ['Phone'] } = given;
  await choose(page, file);
  await page.getByText(/Number of rows: [\d,]+/).waitFor();
  await next(page).click();
  for (const phone of phones) await page.getByRole('switch', { name: phone }).check();
  await goOn(page, 'Preview');
  await goOn(page, 'Upload');
  await nameList(page, name);
  await finish(page);
}
