/** For a sentence that goes on: "Details: …", or a status with its reason behind a comma. */
export function withoutPeriod(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
