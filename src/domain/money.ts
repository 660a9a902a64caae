/**
 * Money is kept in whole micro-dollars. A minute cost has at most five decimals (spec 3 section 7).
 *
 * @param text dollars, such as `0.02345`
 * @returns micro-dollars; undefined when it is invalid or above 1,000 dollars
 */
export function minuteCostFromDollars(text: string): number | undefined {
  const match = /^(\d{1,4})(?:\.(\d{1,5}))?$/.exec(text);
  if (!match) return undefined;
  const micro = Number(match[1]) * 1_000_000 + Number((match[2] ?? '').padEnd(6, '0'));
  return micro <= 1_000_000_000 ? micro : undefined;
}

/** Micro-dollars as dollars, with two decimals or as many as are needed: `0.02`, `0.02345`. */
export function dollars(micro: number): string {
  const [whole, decimals = ''] = (micro / 1_000_000).toFixed(6).split('.');
  return `${whole}.${decimals.slice(0, 2)}${decimals.slice(2).replace(/0+$/, '')}`;
}
