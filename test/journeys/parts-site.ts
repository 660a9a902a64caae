/** The page of the console's own parts, built from these sources and served for a test file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Page } from 'playwright-core';
import { build, type InlineConfig, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import type { TestBrowser } from '../harness/browser.ts';

type Look = Parameters<TestBrowser['newPage']>[0];

/** Call it at the top of a file. Returns a function that opens a part by its query. */
export function partsSite(browser: TestBrowser): (query: string, look?: Look) => Promise<Page> {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-parts-'));
  let server: PreviewServer;

  beforeAll(async () => {
    const settings: InlineConfig = {
      root: join(import.meta.dirname, 'parts'),
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      build: { outDir: folder, emptyOutDir: true, target: 'chrome130' },
      preview: { host: '127.0.0.1', port: 0 },
    };
    await build(settings);
    server = await preview(settings);
  });

  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  return async (query, look = {}) => {
    const page = await browser.newPage(look);
    const address = server.httpServer.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await page.goto(`http://127.0.0.1:${port}/?part=${query}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
}
