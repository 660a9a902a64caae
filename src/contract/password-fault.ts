/** What may be wrong with a new password, and its length. Without zod: the console's rule is a chunk. */

export type PasswordFault = 'too_short' | 'too_long' | 'frequent' | 'pattern' | 'own_name';

export const passwordSentences: Record<PasswordFault, string> = {
  too_short: 'The password needs at least 12 characters.',
  too_long: 'The password can have at most 200 characters.',
  frequent: 'This password is a frequent one, or extends one. Choose another.',
  pattern: 'This password is a simple pattern, such as a row of keys. Choose another.',
  own_name: 'This password is mostly a name that belongs to the account. Choose another.',
};

/** Characters are code points after NFC, so that a letter counts once however it was typed. */
export function lengthFault(password: string): 'too_short' | 'too_long' | undefined {
  const { length } = [...password.normalize('NFC')];
  if (length < 12) return 'too_short';
  return length > 200 ? 'too_long' : undefined;
}
