/** How personal values are shown unless the full value is requested (spec 3 section 9). */

/** Stands instead of a sealed value that does not open; not masked, so that somebody asks about it. */
export const unreadable = 'unreadable';

/** "***-**-1234"; empty for an empty value, without digits when it has fewer than four. */
export function maskSsn(ssn: string): string {
  if (ssn.trim() === '' || ssn === unreadable) return ssn.trim();
  const lastFour = /\d{4}$/.exec(ssn.replace(/\D/g, ''));
  return `***-**-${lastFour?.[0] ?? '****'}`;
}

/** All but the year, "--/--/1968" with stars; empty for an empty value. */
export function maskDateOfBirth(dateOfBirth: string): string {
  if (dateOfBirth.trim() === '' || dateOfBirth === unreadable) return dateOfBirth.trim();
  const year = /(?<!\d)(?:18|19|20)\d{2}(?!\d)/.exec(dateOfBirth);
  return `**/**/${year?.[0] ?? '****'}`;
}
