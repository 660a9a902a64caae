import type { Page } from 'playwright-core';

/** Scrolls quickly over a table; returns the blank frames and the page's total work. */
export async function scrollTable(page: Page): Promise<{ blank: number; worked: number }> {
  const devTools = await page.context().newCDPSession(page);
  // The page's own time on the processor: other tests run on the same cores.
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await worked();
  const blank = await page.evaluate(async (count) => {
    const scroller = document.querySelector('table')?.parentElement;
    if (!scroller) throw new Error('There is no table.');
    const isBlank = () => {
      const { left, top, height } = scroller.getBoundingClientRect();
      const inTheMiddle = document.elementFromPoint(left + 60, top + height / 2);
      return inTheMiddle?.closest('tr[data-row]') === null;
    };
    let found = 0;
    for (let frame = 0; frame < count; frame += 1) {
      scroller.scrollTop += 400;
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
      if (isBlank()) found += 1;
    }
    return found;
  }, 60);
  return { blank, worked: (await worked()) - before };
}

/** Sorts a table by its second column; returns how long it took to render. */
export function sortTable(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const button = [...document.querySelectorAll<HTMLElement>('th button')][1];
    const start = performance.now();
    button?.click();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    return performance.now() - start;
  });
}
