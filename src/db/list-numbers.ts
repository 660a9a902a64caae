/**
 * SQL: what there is to attempt in list `l` with the counts `n`: the numbers of its file, and its
 * follow-ups so far. Every figure adds up to it, and progress is a part of it.
 */
export const numbersOf = (list = 'l', counts = 'n') =>
  `(${list}.phone_count + coalesce(${counts}.follow_ups, 0))`;
