import { callListTexts } from '#contract/call-list.ts';
import { delimiterInput } from '#contract/call-list-upload.ts';

export const delimiterKinds = ['comma', 'semicolon', 'pipe', 'tab', 'other'] as const;
export type DelimiterKind = (typeof delimiterKinds)[number];

export const delimiterNames: Record<DelimiterKind, string> = {
  comma: 'Comma',
  semicolon: 'Semicolon',
  pipe: 'Pipe',
  tab: 'Tab',
  other: 'Other',
};

const characters = { comma: ',', semicolon: ';', pipe: '|', tab: '\t' } as const;

/** A character as the two fields of the wizard show it. */
export function delimiterKindOf(character: string): {
  delimiterKind: DelimiterKind;
  otherDelimiter: string;
} {
  const known = delimiterKinds.find((kind) => kind !== 'other' && characters[kind] === character);
  return known
    ? { delimiterKind: known, otherDelimiter: '' }
    : { delimiterKind: 'other', otherDelimiter: character };
}

/** "Semicolon"; the character itself where it has no name here. */
export function delimiterName(character: string): string {
  const { delimiterKind } = delimiterKindOf(character);
  return delimiterKind === 'other' ? character : delimiterNames[delimiterKind];
}

/** The delimiter character; undefined while a custom one is missing or invalid. */
export function delimiterOf(kind: DelimiterKind, other: string): string | undefined {
  if (kind !== 'other') return characters[kind];
  return delimiterInput.safeParse(other).success ? other : undefined;
}

/** What is wrong with a custom delimiter. */
export function delimiterProblem(other: string): string | undefined {
  return delimiterInput.safeParse(other).success ? undefined : callListTexts.delimiter;
}
