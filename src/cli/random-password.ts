import { randomInt } from 'node:crypto';

/** Without characters that look alike. 56^14 is about 2^81. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A password that follows the rule for new ones, and is easy to type. */
export function randomPassword(length = 14): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}
