import type { Page } from 'playwright-core';
import type { TestApi } from './api.ts';
import type { TestBrowser } from './browser.ts';
import type { TestClient } from './clients.ts';

type SignIn = Pick<TestClient, 'code'> & {
  manager: Pick<TestClient['manager'], 'username' | 'password'>;
};

/** A page of a console at `path` with the client's first manager signed in, without typing. */
export async function openSignedIn(
  browser: TestBrowser,
  api: Pick<TestApi, 'stranger' | 'url'>,
  who: SignIn,
  path: string,
  look: Parameters<TestBrowser['newPage']>[0] = {},
): Promise<Page> {
  const page = await browser.newPage(look);
  await signInPage(page, api, who);
  await page.goto(`${api.url}${path}`);
  return page;
}

/** The same for a page that listens or responds before it is opened. */
export async function signInPage(
  page: Page,
  api: Pick<TestApi, 'stranger'>,
  { code, manager: { username, password } }: SignIn,
): Promise<void> {
  const response = await api.stranger.post('/api/security/login', { code, username, password });
  await page.addInitScript((record) => localStorage.setItem('user', record), response.text);
}
