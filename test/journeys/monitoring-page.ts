import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { quietMs } from '../../src/web/ui/press-guard.ts';
import type { TestApi } from '../harness/api.ts';
import type { TestBrowser } from '../harness/browser.ts';
import type { TestClient } from '../harness/clients.ts';
import { signInByHand } from '../harness/console.ts';

/** Live Monitoring as a manager of that client sees it. */
export async function openMonitoringPage(
  browser: TestBrowser,
  { url }: TestApi,
  client: TestClient,
  look: Parameters<TestBrowser['newPage']>[0] = {},
): Promise<Page> {
  const page = await browser.newPage(look);
  await signInByHand(page, url, client);
  await page.goto(`${url}/main/livemonitoring`);
  return page;
}

/** What the screen asks for once, when it has been opened: on a busy machine after its first figures. */
const onceRead = ['/api/reports/cdrprogress', '/funnel?', '/api/forecast?', '/followups?'];

/** Until the screen has the answers of all its parts. */
export async function untilPartsRead(page: Page): Promise<void> {
  await page.waitForFunction((wanted) => {
    const read = performance.getEntriesByType('resource').map(({ name }) => name);
    return wanted.every((path) => read.some((name) => name.includes(path)));
  }, onceRead);
}

/** Start asks first: the press, and the yes below it. */
export async function start(page: Page): Promise<void> {
  // Sooner after a Stop it would be the second click of a double-click.
  await sleep(quietMs);
  await page.getByRole('article').getByRole('button', { name: 'Start', exact: true }).click();
  const question = page.getByRole('dialog', { name: /^Start / });
  await question.getByRole('button', { name: 'Start', exact: true }).click();
}
