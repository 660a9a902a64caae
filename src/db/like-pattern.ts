/** The pattern of ILIKE for "is", whatever its case; `%`, `_` and `\` are themselves. */
export function wholePattern(words: string): string {
  return words.replace(/[\\%_]/g, '\\$&');
}

/** The pattern of ILIKE for "contains"; `%`, `_` and `\` are themselves. */
export function containsPattern(words: string): string {
  return `%${wholePattern(words)}%`;
}
