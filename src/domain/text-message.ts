/** The tokens of a text message (document 2 section 5): found, checked, filled in. */
import {
  maxTextLength,
  type TextToken,
  type TextValues,
  textMessageTexts,
  textTokens,
} from '#contract/text-message.ts';

export type TextPart = { kind: 'words'; text: string } | { kind: 'field'; token: TextToken };

/** A text in its order; unknown tokens stay in the words as written. */
export function textParts(message: string): TextPart[] {
  return message
    .split(/(\[[^[\]]*\])/)
    .filter((piece) => piece !== '')
    .map((piece) =>
      isTextToken(piece) ? { kind: 'field', token: piece } : { kind: 'words', text: piece },
    );
}

/** Bracketed words that are not account fields of texts: each once, as written. */
export function invalidFields(message: string): string[] {
  const found = message.match(/\[[^[\]]*\]/g) ?? [];
  return [...new Set(found)].filter((token) => !isTextToken(token));
}

export function hasField(message: string): boolean {
  return fieldsOf(message).length > 0;
}

/** The account fields that a text has, each once. */
export function fieldsOf(message: string): TextToken[] {
  const parts = textParts(message);
  return [...new Set(parts.flatMap((part) => (part.kind === 'field' ? [part.token] : [])))];
}

/** Characters as the limit counts them: an emoji is one. */
export function lengthOf(message: string): number {
  return [...message].length;
}

/** As much of a message as the limit allows. */
export function cutToLimit(message: string): string {
  return lengthOf(message) <= maxTextLength
    ? message
    : [...message].slice(0, maxTextLength).join('');
}

/** A bracket opens and never closes: what follows is sent as it is written. */
export function hasOpenBracket(message: string): boolean {
  return /\[[^\]]*$/.test(message);
}

/** False when the longest token would make the message too long. */
export function hasRoomForField(message: string): boolean {
  return lengthOf(message) + longestToken <= maxTextLength;
}

const longestToken = Math.max(...textTokens.map((token) => token.length));

/** The sentence about account fields that do not exist; undefined when there are none. */
export function fieldError(message: string): string | undefined {
  const invalid = invalidFields(message);
  if (invalid.length === 0) return undefined;
  return `${textMessageTexts.invalidFields}: ${invalid.join(', ')}`;
}

/**
 * The text as one account gets it (spec 3 section 7): a missing value becomes nothing and leaves no
 * double space. A double space in the template stays.
 */
export function fillText(message: string, values: TextValues): string {
  const parts = textParts(message);
  let filled = '';
  let missing = false;
  for (const part of parts) {
    const text = part.kind === 'field' ? values[part.token].trim() : part.text;
    const startsAnew = filled === '' || /\s$/.test(filled);
    filled += missing && startsAnew && text.startsWith(' ') ? text.slice(1) : text;
    missing = part.kind === 'field' ? text === '' : false;
  }
  return missing && filled.endsWith(' ') ? filled.slice(0, -1) : filled;
}

/**
 * The text with a name of usual length in place of each field: what its segments are counted on.
 */
export function countedText(message: string): string {
  return textParts(message)
    .map((part) => (part.kind === 'field' ? part.token.slice(1, -1) : part.text))
    .join('');
}

function isTextToken(text: string): text is TextToken {
  return (textTokens as readonly string[]).includes(text);
}
