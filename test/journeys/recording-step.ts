/** The step of a voice message that is recorded by telephone, as a manager uses it. */
import type { Page } from 'playwright-core';
import { callLabels } from '../../src/web/features/voice-message/phone-call.ts';

export async function addStep(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Phone recording' }).click();
  await page.getByRole('textbox', { name: 'Phone Number' }).waitFor();
}

export const numberField = (page: Page) => page.getByRole('textbox', { name: 'Phone Number' });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export async function makeCall(page: Page, digits = '3025550148'): Promise<void> {
  await numberField(page).fill(digits);
  await button(page, 'Make Call').click();
}

/** Every label that the call's button has from now on. */
export async function watchLabels(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate((labels) => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const check = () => {
      for (const { textContent } of document.querySelectorAll('button')) {
        if (textContent && labels.includes(textContent) && textContent !== seen.at(-1)) {
          seen.push(textContent);
        }
      }
    };
    check();
    new MutationObserver(check).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  }, Object.values(callLabels));
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
}

/** How many scripts the page has loaded. */
export const loadedScripts = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.endsWith('.js')).length,
  );
