/** Counts in sentences, as everywhere else: "1 row", "2,318 rows". */
export { counted, nounFor } from '#domain/plural.ts';
