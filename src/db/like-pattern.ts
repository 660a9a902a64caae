/** The pattern of ILIKE for "contains"; `%`, `_` and `\` are themselves. */
export function containsPattern(words: string): string {
  return `%${words.replace(/[\\%_]/g, '\\$&')}%`;
}
