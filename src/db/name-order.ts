/**
 * SQL: what names are sorted by as people do it, 2 before 10 and whatever their case. Each number is
 * padded to twenty digits, so that it works under every collation, also without ICU.
 */
export function nameOrder(name: string): string {
  const padded = `regexp_replace(lower(${name}), '(\\d+)', repeat('0', 20) || '\\1', 'g')`;
  return `regexp_replace(${padded}, '\\d*(\\d{20})', '\\1', 'g')`;
}
