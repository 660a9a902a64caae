/** Whose stop it is when one number asks to stop: its account's, or the number's alone. */
export const stopScopes = ['account', 'number'] as const;
export type StopScope = (typeof stopScopes)[number];

/** Returns a sentence on what is wrong with any other word. */
export function parseStopScope(text: string): { scope: StopScope } | string {
  const scope = stopScopes.find((one) => one === text);
  return scope ? { scope } : `"${text}" is not a valid scope of a stop. Use "account" or "number".`;
}
