import type { Page } from 'playwright-core';
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
