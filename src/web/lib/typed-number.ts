/**
 * The number that typed text means: undefined for nothing, NaN for what is not a number in plain
 * digits. `1,5`, `1e3` and `1 000` are not guessed: a wrong guess is a rate ten times too high.
 */
export function numberTyped(text: string): number | undefined {
  const digits = text.trim();
  if (digits === '') return undefined;
  return /^-?(\d+\.?\d*|\.\d+)$/.test(digits) ? Number(digits) : Number.NaN;
}
