/** For a sentence that goes on: "Details: …", or a status with its reason behind a comma. */
export function withoutPeriod(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

/** Words as a sentence: with a final period, unless they end with a mark already. */
export function withPeriod(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
