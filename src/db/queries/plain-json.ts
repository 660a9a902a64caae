/**
 * A note or a reason as a parameter for jsonb. A carrier's words may contain NUL or a lone
 * surrogate: PostgreSQL would refuse them, and the results in the same transaction would never be
 * stored.
 */
export function plainJson(facts: object | null): string | null {
  return (
    facts && JSON.stringify(facts, (_, fact) => (typeof fact === 'string' ? plainText(fact) : fact))
  );
}

/** A carrier's words as a parameter for text: the same. */
export const plainText = (text: string) => text.replaceAll('\0', '').toWellFormed();
