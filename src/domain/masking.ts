/** How personal values are shown unless the full value is requested (spec 3 section 9). */

/** Stands instead of a sealed value that does not open; not masked, so that somebody asks about it. */
export const unreadable = 'unreadable';

/** "***-**-1234"; empty for an empty value, without digits when it has fewer than four. */
export function maskSsn(ssn: string): string {
  if (ssn.trim() === '' || ssn === unreadable) return ssn.trim();
  const lastFour = /\d{4}$/.exec(ssn.replace(/\D/g, ''));
  return `***-**-${lastFour?.[0] ?? '****'}`;
}

/**
 * A value of a sensitive field: "****1234" for nine digits and more, as an SSN, a card or a bank account
 * has them; anything else only "****", because its last four characters may say it all.
 */
export function maskSensitive(value: string): string {
  if (value.trim() === '' || value === unreadable) return value.trim();
  const digits = value.replace(/\D/g, '');
  return digits.length >= 9 ? `****${digits.slice(-4)}` : '****';
}

/** All but the year, "--/--/1968" with stars; empty for an empty value. */
export function maskDateOfBirth(dateOfBirth: string): string {
  if (dateOfBirth.trim() === '' || dateOfBirth === unreadable) return dateOfBirth.trim();
  const year = /(?<!\d)(?:18|19|20)\d{2}(?!\d)/.exec(dateOfBirth);
  return `**/**/${year?.[0] ?? '****'}`;
}

/**
 * What these masks leave of a value, and what speech says of it: "****1234" is "1234". Three stars and more
 * are a mask wherever they stand, as of a card in a file; a single star is a sign, as in "*611".
 */
export function withoutMask(value: string): string {
  return value.replaceAll(/(?:\*{3,}|^\s*\*\*(?=\/\*\*\/))(?:[-/]?\*+)*[-/]?/g, ' ').trim();
}
