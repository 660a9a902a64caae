/** Verbs of Spanish and French in the forms in which people ask something of others. */

/**
 * What stands behind "no": no llames, llame, llamen, llaméis, llamar, and llamarme, llamarnos; and
 * what somebody is to leave off: llamando. Not "llaman", which says what they do.
 */
export function spanishWishes(verb: string): string[] {
  const [stem, vowel] = [verb.slice(0, -2), verb.at(-2) ?? ''];
  const wished = vowel === 'a' ? `${softened(stem)}e` : `${stem}a`;
  const wishes = ['', 's', 'n', 'is'].map((end) => `${wished}${end}`);
  const going = `${stem}${vowel === 'a' ? 'ando' : 'iendo'}`;
  return [...wishes, verb, going, ...withPronouns(verb), ...withPronouns(going)];
}

/** What is asked of one or of many: quita, quite, quiten, quitad, quitar, and quítame, quítenos. */
export function spanishCommands(verb: string): string[] {
  const [stem, vowel] = [verb.slice(0, -2), verb.at(-2) ?? ''];
  const polite = vowel === 'a' ? `${softened(stem)}e` : `${stem}a`;
  const plain = [`${stem}${vowel}`, `${stem}${vowel}d`, polite, `${polite}n`, verb];
  return [...plain, ...plain.flatMap(withPronouns)];
}

const withPronouns = (form: string) => ['me', 'nos'].map((end) => `${form}${end}`);

/** "sacar", "saque"; "hostigar", "hostigue". */
function softened(stem: string): string {
  return stem.replace(/c$/, 'qu').replace(/g$/, 'gu');
}

/** Verbs in -er: contactez, contacter, contacte, contactes, contactée, which sound alike, and contactiez. */
export function frenchCommands(verb: string): string[] {
  const stem = verb.slice(0, -2);
  return ['ez', 'er', 'e', 'es', 'ee', 'iez'].map((end) => `${stem}${end}`);
}
