/** What is said about services that are asked about numbers. */
import type { ScrubQuestion, ScrubTrouble } from '#contract/scrub.ts';

/** "reassigned numbers", after "checked for". */
export const questionNames: Readonly<Record<ScrubQuestion, string>> = {
  reassigned: 'reassigned numbers',
  litigator: 'litigators',
  line: 'the kind of line',
};

/** "reassigned numbers, litigators and the kind of line". */
export function questionWords(questions: readonly ScrubQuestion[]): string {
  const names = questions.map((one) => questionNames[one]);
  if (names.length < 2) return names[0] ?? '';
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

const sentences: Readonly<Record<string, string>> = {
  unreachable: 'It cannot be reached.',
  timeout: 'It does not respond in time.',
  refused: 'It does not accept the key.',
  busy: 'It is overloaded and asks to come later.',
  malformed: 'Its response is not as the protocol has it.',
  too_large: 'Its response is too large.',
  other_numbers: 'It answered about numbers that it was not asked about.',
  private_address: 'Its address leads to this machine or a private network.',
  public_address: 'Its address leads out of the private networks, where https is needed.',
  unsealed: 'Its key does not open with the data key of this installation.',
};

export function scrubTroubleSentence({ code, status }: ScrubTrouble): string {
  if (code === 'status') return `It responded with the HTTP status ${status}.`;
  return sentences[code] ?? 'It does not answer.';
}
