/**
 * A note or a reason as a parameter for jsonb. What a carrier says may hold NUL or half of a pair of surrogates:
 * PostgreSQL would refuse it, and the results that are committed with it would never be.
 */
export function plainJson(facts: object | null): string | null {
  return (
    facts && JSON.stringify(facts, (_, fact) => (typeof fact === 'string' ? plain(fact) : fact))
  );
}

const plain = (text: string) => text.replaceAll('\0', '').toWellFormed();
