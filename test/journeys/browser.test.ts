import { expect, test } from 'vitest';
import { testBrowser } from '../harness/browser.ts';

const browser = testBrowser();

test('the browser of the tests draws text on a machine without fonts', async () => {
  const page = await browser.newPage();
  const picture = async (text: string) => {
    await page.setContent(`<h1 style="font-family: sans-serif">${text}</h1>`);
    return page.screenshot();
  };
  const width = () =>
    page.evaluate(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('h1') as Element);
      return range.getBoundingClientRect().width;
    });
  const bells = await picture('Carillon bells');
  expect(await width()).toBeGreaterThan(100);
  const ink = await picture('iiiiiiiiiiiiii');
  expect(await width()).toBeLessThan(150);
  expect(bells.equals(ink)).toBe(false);
});

test('an error in a page is noticed', async () => {
  const page = await browser.newPage();
  await page.setContent('<script>throw new Error("planted")</script>');
  expect(browser.errors.splice(0)).toEqual(['planted']);
});
