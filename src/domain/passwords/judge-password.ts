/**
 * What a new password must be, the same wherever one is set: 12 to 200 characters of any kind, not
 * a frequent one, not a name of its account (decision 065). Passwords in use are not judged.
 */
import { lengthFault, type PasswordFault } from '#contract/password-fault.ts';
import { frequentPasswords } from './frequent-passwords.ts';
import { withoutRuns } from './runs.ts';

/**
 * The first rule that a password breaks; undefined for a good one.
 *
 * @param names what belongs to its account: names, username, e-mail address, client
 */
export function judgePassword(
  password: string,
  names: readonly string[],
): PasswordFault | undefined {
  const normal = password.normalize('NFC');
  const length = lengthFault(normal);
  if (length) return length;
  const lower = normal.toLowerCase();
  if (candidates(lower).some((one) => frequentPasswords.has(one))) return 'frequent';
  if (isPattern(lower)) return 'pattern';
  return isOwnName(lower, names) ? 'own_name' : undefined;
}

/** The signs of a keyboard; an emoji or another script's sign is a character like a letter. */
const separators = /[\s!-/:-@[-`{-~]+/g;
/** What people append when a password must be longer. */
const edges = /^[\s!-@[-`{-~]+|[\s!-@[-`{-~]+$/g;

const withoutSeparators = (lower: string) => lower.replaceAll(separators, '') || lower;

/** What may have been extended, repeated or disguised to make this password. */
function candidates(lower: string): string[] {
  const joined = withoutSeparators(lower);
  return [lower, joined, plainLetters(lower)].flatMap((form) => {
    const core = form.replaceAll(edges, '');
    return [form, core, repeatedPart(form), repeatedPart(core)];
  });
}

const disguises: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** "p@ssw0rd" is "password"; digits and signs at its ends were appended. */
function plainLetters(lower: string): string {
  return lower.replaceAll(edges, '').replace(/[013457@$!]/g, (sign) => disguises[sign] ?? sign);
}

/** "abc" of "abcabcab"; the text itself when it is no repetition. */
function repeatedPart(text: string): string {
  const characters = [...text];
  for (let period = 1; period * 2 <= characters.length; period += 1) {
    if (characters.every((one, index) => one === characters[index % period])) {
      return characters.slice(0, period).join('');
    }
  }
  return text;
}

/** So few characters besides runs, or repeated, are as easy to guess as none. */
const few = 4;

function isPattern(lower: string): boolean {
  const joined = withoutSeparators(lower);
  const part = repeatedPart(joined);
  if (part !== joined && [...part].length <= few) return true;
  return [...withoutRuns(joined)].length < few;
}

const ownWords = ['carillon'];
/** Shorter names occur in any text. */
const shortestName = 3;

function isOwnName(lower: string, names: readonly string[]): boolean {
  const letters = lower.replaceAll(/[^\p{L}]+/gu, '');
  const words = [...names, ...ownWords]
    .flatMap((name) =>
      name
        .normalize('NFC')
        .toLowerCase()
        .split(/[^\p{L}]+/u),
    )
    .filter((word) => [...word].length >= shortestName)
    // The longest first: "anna" must not leave an "a" behind.
    .sort((one, other) => other.length - one.length);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), letters);
  return rest.length < letters.length && rest.length * 2 <= letters.length;
}

/** The names that a manager's password must not be. */
export function namesOfManager(
  manager: { name: string; username: string; email: string },
  client: { name: string; code: string },
): string[] {
  const [localPart = ''] = manager.email.split('@');
  return [manager.name, manager.username, localPart, client.name, client.code];
}
