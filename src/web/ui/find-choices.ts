import type { Choice } from './select-field.tsx';

export type FoundChoice = Pick<Choice, 'value' | 'label' | 'kind' | 'disabled'>;

/** Choices that contain every word, in their name or kind; names that begin with it come first. */
export function findChoices(choices: readonly FoundChoice[], typed: string): FoundChoice[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return [...choices];
  const found = choices.filter(({ label, kind = '' }) => {
    const text = `${label} ${kind}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const begins = ({ label }: FoundChoice) => label.toLowerCase().startsWith(first);
  return [...found.filter(begins), ...found.filter((choice) => !begins(choice))];
}
