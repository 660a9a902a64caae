/** A formatted telephone number has 14 characters: `(302) 555-0148`. */
export const phoneLength = 14;

/**
 * What a telephone field shows for typed or pasted text: `(xxx) xxx-xxxx`, cut at ten digits; a
 * leading 1 of eleven digits is the country code and is dropped. A plus with another country code
 * is kept: without the plus it would be a US number.
 */
export function formatPhoneInput(typed: string): string {
  const digits = digitsOf(typed);
  if (/^\D*\+/.test(typed) && !digits.startsWith('1')) return `+${digits}`;
  const ten = (digits.length > 10 && digits.startsWith('1') ? digits.slice(1) : digits).slice(
    0,
    10,
  );
  if (ten.length === 0) return '';
  if (ten.length <= 3) return `(${ten}`;
  if (ten.length <= 6) return `(${ten.slice(0, 3)}) ${ten.slice(3)}`;
  return `(${ten.slice(0, 3)}) ${ten.slice(3, 6)}-${ten.slice(6)}`;
}

/** The caret position in `formatted` with `before` digits to its left. */
export function caretAfterDigits(formatted: string, before: number): number {
  if (before === 0) return 0;
  let seen = 0;
  for (let at = 0; at < formatted.length; at += 1) {
    if (/\d/.test(formatted.charAt(at))) seen += 1;
    if (seen === before) return at + 1;
  }
  return formatted.length;
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
