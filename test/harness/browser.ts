import { type Browser, type BrowserContext, chromium as engine, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { chromium } from './chromium.ts';

/** The browser of a journey file, and pages that report their own errors. */
export interface TestBrowser {
  /** A page in a fresh context, as a new visitor has it. 1280 × 800 by default. */
  newPage(options?: {
    width?: number;
    height?: number;
    dark?: boolean;
    /** Of the machine; Eastern Time by default. */
    zone?: string;
    /** It has a touch screen: nothing hovers. */
    touch?: boolean;
  }): Promise<Page>;
  /** Errors thrown in any page so far: a journey ends with none. */
  readonly errors: string[];
}

/**
 * Starts Chromium for a test file and closes it after the last test; the pages of a test are closed
 * after it, because an open console goes on reading. Call it at the top.
 */
export function testBrowser(): TestBrowser {
  let browser: Browser | undefined;
  const contexts: BrowserContext[] = [];
  const errors: string[] = [];
  beforeAll(async () => {
    const { executablePath, args, env } = chromium();
    browser = await engine.launch({
      executablePath,
      args,
      env,
      ignoreDefaultArgs: ['--enable-unsafe-swiftshader'],
    });
  }, 120_000);
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map(closeContext));
  });
  afterAll(() => browser?.close());
  return {
    errors,
    async newPage({ width = 1280, height = 800, dark = false, touch = false, ...given } = {}) {
      if (!browser) throw new Error('The browser starts before the first test, not at the top.');
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
        timezoneId: given.zone ?? 'America/New_York',
        hasTouch: touch,
        locale: 'en-US',
      });
      contexts.push(context);
      const page = await context.newPage();
      page.on('pageerror', (error) => errors.push(error.message));
      return page;
    },
  };
}

/** A request that a test still holds would end in an error that belongs to no test. */
async function closeContext(context: BrowserContext): Promise<void> {
  const pages = context.pages();
  await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}
