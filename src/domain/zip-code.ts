/** ZIP codes as spreadsheets leave them. */

/**
 * A code that a spreadsheet took for a number has lost its leading zeros: 2134 is 02134, 501 is
 * 00501, and 21341234 is 02134-1234. It may have gained a decimal: 2134.0.
 */
export function withLeadingZeros(text: string): string {
  const zip = text.replace(/\.0+$/, '');
  if (/^\d{7,8}$/.test(zip)) return zip.padStart(9, '0');
  return zip.replace(/^\d{3,4}(?!\d)/, (digits) => digits.padStart(5, '0'));
}
