/** What an attempt was made for, as the column `attempt.purpose` has it. */
import type { Purpose } from '#contract/policy.ts';

/** Stored rows have these: one is never given to another purpose. */
const codes: Readonly<Record<Purpose, number>> = {
  sales: 1,
  informational: 2,
  collections: 3,
  political: 4,
  non_profit: 5,
  emergency: 6,
};

export const purposeCode = (purpose: Purpose): number => codes[purpose];

const pairs = Object.entries(codes);

/** SQL: the code of a purpose. */
export const purposeCodeOf = (purpose: string): string =>
  `CASE ${purpose} ${pairs.map(([name, code]) => `WHEN '${name}' THEN ${code}`).join(' ')} END`;

/** SQL: what attempt `a` of campaign `c` was made for; of an older version, what the campaign is for now. */
export const attemptPurpose = `CASE a.purpose ${pairs
  .map(([name, code]) => `WHEN ${code} THEN '${name}'`)
  .join(' ')} ELSE c.purpose END`;
