/** Names of characters that nobody sees, such as what word processors and web pages leave in copied text. */

const names: Readonly<Record<string, string>> = {
  '\t': 'a tab',
  '\u00a0': 'a no-break space',
  '\u00ad': 'a soft hyphen',
  '\u034f': 'a combining grapheme joiner',
  '\u061c': 'an Arabic letter mark',
  '\u200b': 'a zero-width space',
  '\u200c': 'a zero-width non-joiner',
  '\u200d': 'a zero-width joiner',
  '\u200e': 'a left-to-right mark',
  '\u200f': 'a right-to-left mark',
  '\u2028': 'a line separator',
  '\u2029': 'a paragraph separator',
  '\u202f': 'a narrow no-break space',
  '\u2060': 'a word joiner',
  '\u3000': 'an ideographic space',
  '\ufeff': 'a byte order mark',
};

/** Whether it stands between words as a plain space would; a zero-width one does not. */
export const isSpace = (sign: string) => /^[\t\p{Z}]$/u.test(sign);

/**
 * "a zero-width space"; one without a known name is called by its code point.
 *
 * @param sign one character
 * @returns undefined for a character that is seen
 */
export function hiddenName(sign: string): string | undefined {
  if (!/^(?:\p{Z}|\p{C}|\u034f|\p{Variation_Selector})$/u.test(sign)) return undefined;
  const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const kind = /\p{Z}/u.test(sign) ? 'a space' : 'an invisible character';
  return names[sign] ?? `${kind} (U+${code})`;
}
