/** Names of people and towns, which contact files often write in capitals: an engine would spell them. */

/** What stands behind or before a name, by its letters without dots. */
const endings: Readonly<Record<string, string>> = {
  jr: 'Junior',
  sr: 'Senior',
  ii: 'the second',
  iii: 'the third',
  iv: 'the fourth',
  esq: 'Esquire',
  mr: 'Mister',
  mrs: 'Missus',
  ms: 'Miz',
  dr: 'Doctor',
  st: 'Saint',
  ste: 'Saint',
  ft: 'Fort',
  mt: 'Mount',
};
/** Small words inside a name. */
const inside = new Set([
  'de',
  'del',
  'della',
  'der',
  'den',
  'di',
  'la',
  'las',
  'los',
  'of',
  'the',
  'van',
  'von',
  'y',
]);

/**
 * "SMITH, JOHN JR." is "Smith, John Junior", "ST LOUIS" "Saint Louis". A name that has small and capital
 * letters keeps them.
 *
 * @returns undefined when it has no letter, or digits
 */
export function nameWords(value: string): string | undefined {
  // A star behind a name is a mark of the file.
  const text = value.replaceAll('*', ' ').trim();
  if (!/\p{L}/u.test(text) || /\d/.test(text)) return undefined;
  const isMixed = /\p{Ll}/u.test(text) && /\p{Lu}/u.test(text);
  return text
    .split(/\s+/)
    .map((word, index) => wordOf(word, { isMixed, isFirst: index === 0 }))
    .join(' ');
}

function wordOf(
  word: string,
  { isMixed, isFirst }: { isMixed: boolean; isFirst: boolean },
): string {
  const [, bare = '', dot = '', comma = ''] = /^(.*?)(\.?)(,?)$/u.exec(word) ?? [];
  const known = endings[bare.toLowerCase()];
  if (known !== undefined) return known + comma;
  // An initial: "J." would end a sentence.
  if (/^\p{L}$/u.test(bare) && !(isMixed && inside.has(bare))) return bare.toUpperCase() + comma;
  if (isMixed) return bare + dot + comma;
  const lower = bare.toLowerCase();
  if (!isFirst && inside.has(lower)) return lower + comma;
  return (
    lower
      .replaceAll(/(^|[-'’])(\p{L})/gu, (_, sign, letter) => sign + letter.toUpperCase())
      .replace(/(?<=['’])S$/u, 's') +
    dot +
    comma
  );
}
