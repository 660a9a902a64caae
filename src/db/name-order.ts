/** SQL: what names are sorted by, 2 before 10 and whatever their case (0082-name-order.sql). */
export function nameOrder(name: string): string {
  return `lower(${name}) COLLATE name_order`;
}
