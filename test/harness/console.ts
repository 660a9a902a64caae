import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { builtConsole } from '../../src/cli/start/console-build.ts';
import type { Database } from '../../src/db/database.ts';
import { type TestApi, testApi } from './api.ts';
import type { TestClient } from './clients.ts';

const quiet = { say: () => undefined, note: () => undefined };

/** The API with the console built from these sources, as a browser meets it. */
export async function testConsole(
  db: Database,
  given: Parameters<typeof testApi>[1] = {},
): Promise<TestApi> {
  const consoleFolder = mkdtempSync(join(tmpdir(), 'carillon-console-'));
  afterAll(() => rmSync(consoleFolder, { recursive: true, force: true }));
  // A copy: a build for changed sources would take files away from under the browser.
  cpSync(await builtConsole('dist', quiet), consoleFolder, { recursive: true });
  return testApi(db, { consoleFolder, ...given });
}

/** Fills the sign-in screen as a person does and waits for the landing page. */
export async function signInByHand(page: Page, url: string, client: TestClient): Promise<void> {
  await page.goto(url);
  await fillSignIn(page, client);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
}

/** Fills the sign-in screen that stands there, without loading the console anew. */
export async function fillSignIn(page: Page, { code, manager }: TestClient): Promise<void> {
  await page.getByLabel('Code').fill(code);
  await page.getByLabel('Username').fill(manager.username);
  await page.getByLabel(/^Password/).fill(manager.password);
}

/**
 * What axe finds wrong with the page as it is: "rule: element", none at best. It runs in the page
 * itself, which has no frames: its package for Playwright opens another page for each analysis, and
 * takes five times as long.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  const here = await page.evaluate(() => 'axe' in globalThis);
  if (!here) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const own = (globalThis as unknown as { axe: typeof axe }).axe;
    const { violations } = await own.run({ resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
  });
}
