/** What every journey needs of a screen. */
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';

export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** From the menu of a row. */
export async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${action}`) }).click();
}

export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Of the box in which a table scrolls. */
export const maxHeightOf = (table: Locator): Promise<string> =>
  table.evaluate((element) => getComputedStyle(element.parentElement as Element).maxHeight);

/** Ends the session of the page on the server, without the page noticing. */
export async function endSession(page: Page, url: string): Promise<void> {
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('user') ?? '{}').bearerToken,
  );
  await fetch(`${url}/api/security/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
}

/**
 * Presses a button after the session ended, also where a read of the page noticed it first: its
 * request then waits for the password like any other. The button's own part is read by then.
 */
export async function pressAfterEnd(page: Page, url: string, button: Locator): Promise<void> {
  await button.waitFor();
  await endSession(page, url);
  await button.dispatchEvent('click');
}

export async function logOut(page: Page, { manager }: { manager: { name: string } }) {
  await page.getByRole('button', { name: manager.name }).click();
  await page.getByRole('menuitem', { name: 'LOGOUT' }).click();
}

/** How many boxes as wide as the screen have content that overflows them. */
export const wideBoxes = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('main, main *')];
    return all
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth >= innerWidth - 300)
      .filter((one) => getComputedStyle(one).overflowX === 'auto' || one.tagName === 'MAIN').length;
  });

/** Texts of the menu and the screen of which a part cannot be seen. */
export const cutTexts = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() => {
    const isCut = (part: Element) => {
      const { overflowX, webkitLineClamp } = getComputedStyle(part);
      if (!/hidden|clip/.test(overflowX) || part.closest('.visually-hidden')) return false;
      const below = webkitLineClamp !== 'none' && part.scrollHeight > part.clientHeight + 1;
      return part.clientWidth > 1 && (part.scrollWidth > part.clientWidth + 1 || below);
    };
    const all = [...document.querySelectorAll('nav *, main *')];
    return all.filter(isCut).map((part) => part.textContent);
  });

/** Kept to show what this run saw. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const path = fileURLToPath(new URL(`../../artifacts/screens/${name}.png`, import.meta.url));
  await page.screenshot({ path });
}
