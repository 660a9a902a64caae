/** The screen of text messages: its table, and the panel of one message. */
import type { Page } from 'playwright-core';

export const panel = (page: Page) => page.getByRole('complementary', { name: 'Configuration' });
export const message = (page: Page) => page.getByLabel(/^Message\b(?! Name)/);
export const save = (page: Page) => panel(page).getByRole('button', { name: 'Save' });

export async function insertField(page: Page, field: string): Promise<void> {
  await page.getByRole('button', { name: 'Insert account field' }).click();
  await page.getByRole('menuitem', { name: field }).click();
}

/** Of the table, in its order. */
export const namesIn = async (page: Page) =>
  page
    .getByRole('row')
    .getByRole('gridcell')
    .nth(0)
    .isVisible()
    .then(() =>
      page
        .locator('tbody tr')
        .evaluateAll((rows) =>
          rows.map((one) => one.querySelector('td')?.textContent).filter(Boolean),
        ),
    );
