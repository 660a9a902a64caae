/**
 * `npm run pictures`: takes the README's pictures of the running product: screens in light and dark, and
 * the film of an engine that is killed in the middle of a campaign.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Page, chromium as playwright } from 'playwright-core';
import type { EngineCount, Tour } from '../../src/contract/tour.ts';
import { chromium } from '../../test/harness/chromium.ts';
import { until } from '../../test/harness/until.ts';
import { animatedPng, type Frame } from './apng.ts';
import { type DemoRun, demoPassword, startDemo } from './demo-run.ts';
import { readPng } from './png.ts';

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));
mkdirSync(folder, { recursive: true });

/** Real milliseconds. */
const film = { before: 3_000, after: 18_000, every: 500 };
const most = 2 * 2 ** 20;

const demo = await startDemo();
const browser = await playwright.launch({ ...chromium() });
try {
  await untilBusy(demo);
  await takeScreens(demo);
  const frames = await filmKill(demo);
  const picture = animatedPng(frames);
  if (picture.length > most) throw new Error(`The film has ${picture.length} bytes.`);
  writeFileSync(join(folder, 'kill.png'), picture);
  console.log(`kill.png: ${frames.length} frames, ${Math.round(picture.length / 1_024)} KB`);
} finally {
  await browser.close();
  await demo.stop();
}

/** Enough calls that the screens show what a day looks like. */
async function untilBusy({ me }: DemoRun): Promise<void> {
  await until(async () => {
    await sleep(1_000);
    const count = (await me.get('/api/demo/engine')).json<EngineCount>();
    const { tour } = (await me.get('/api/demo/tour')).json<{ tour: Tour | null }>();
    return count.taken >= 180 && tour?.story.recordId ? true : undefined;
  }, 180);
}

async function takeScreens({ url, me, campaignId }: DemoRun): Promise<void> {
  const { tour } = (await me.get('/api/demo/tour')).json<{ tour: Tour }>();
  const screens = [
    ['live-monitoring', `/main/livemonitoring?campaignId=${campaignId}`],
    ['number', `/main/number/${tour.why.phone}`],
    ['call-detail-report', `/main/reports/cdr?open=${tour.story.recordId}`],
  ] as const;
  // The card is a subject of the film.
  await me.post('/api/demo/tour/away');
  for (const dark of [false, true]) {
    const page = await signedIn(url, { width: 1280, height: 800, dark });
    for (const [name, path] of screens) {
      await page.goto(url + path);
      await page.waitForLoadState('networkidle');
      const file = `${name}-${dark ? 'dark' : 'light'}.png`;
      await page.screenshot({ path: join(folder, file) });
      console.log(file);
    }
    await page.context().close();
  }
  await me.post('/api/demo/tour/back');
}

async function filmKill({ url, campaignId }: DemoRun): Promise<Frame[]> {
  const page = await signedIn(url, { width: 1280, height: 840, dark: false });
  await page.goto(`${url}/main/livemonitoring?campaignId=${campaignId}`);
  const card = page.getByRole('region', { name: 'Try this' });
  const button = card.getByRole('button', { name: 'Kill the engine' });
  await button.waitFor();
  await page.waitForLoadState('networkidle');
  const recorded = await record(page);
  await sleep(film.before);
  await button.click();
  await sleep(film.after);
  return recorded.stop();
}

/** As the browser draws them: a screenshot of a busy machine takes longer than a frame may. */
async function record(page: Page): Promise<{ stop(): Promise<Frame[]> }> {
  const session = await page.context().newCDPSession(page);
  const taken: { png: Buffer; at: number }[] = [];
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    taken.push({ png: Buffer.from(data, 'base64'), at: performance.now() });
    // The next one comes after this.
    setTimeout(() => {
      session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    }, film.every);
  });
  await session.send('Page.startScreencast', { format: 'png' });
  return {
    async stop() {
      await session.send('Page.stopScreencast');
      const ended = performance.now();
      return taken.map(({ png, at }, index) => ({
        ...{ pixels: readPng(png), ms: (taken[index + 1]?.at ?? ended) - at },
      }));
    },
  };
}

async function signedIn(
  url: string,
  { width, height, dark }: { width: number; height: number; dark: boolean },
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    timezoneId: 'America/New_York',
    locale: 'en-US',
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel('Code').fill('demo');
  await page.getByLabel('Username').fill('manager');
  await page.getByLabel(/^Password/).fill(demoPassword);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
  return page;
}
