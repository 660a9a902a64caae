/** Numbers of the do-not-call list that an erasure left as a keyed hash (decision 073). */
import { formatPhone } from './format.ts';

export const isErased = (phone: string) => phone.startsWith('#');

/** What the list calls a number; nobody can tell which one a hash is. */
export const listedPhone = (phone: string) =>
  isErased(phone) ? 'Erased number' : formatPhone(phone);

export const erasedTitle =
  'This number was erased at the request of the person. It is kept as a keyed hash: it blocks the number, but does not hold it. Search for all ten digits to find it.';
