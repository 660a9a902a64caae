/** Where a number explains itself: everything that shows a number links to it with this. */
import { storedPhone } from '#domain/phone.ts';

const folder = '/main/number/';

/** The path of the route, for the route table. */
export const numberRoute = `${folder}$phone`;

/**
 * The address of the screen of a number, stored or typed in any form; undefined for anything
 * but a number of the United States or Canada, such as a short code.
 */
export function numberHref(phone: string): string | undefined {
  const stored = storedPhone(phone);
  return stored === undefined ? undefined : `${folder}${stored}`;
}
