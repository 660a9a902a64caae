/**
 * `list_entry.state`. It is written into statements as a number, never given as a parameter: the
 * index over waiting entries is partial.
 */
export const entryState = {
  waiting: 0,
  /** It has an attempt. */
  taken: 1,
  /** For good, with its reason. */
  barred: 2,
} as const;
