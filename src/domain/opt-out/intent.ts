/**
 * What a person means by a text: to opt out, to opt in, to ask for help, or none of these (spec 3
 * section 8). What may or may not be an opt-out is unclear: a manager decides. Where a text can be
 * read both ways it opts out, because a text too many is worse than one too few.
 */
import { type MessageIntent, messageIntent } from '#contract/inbound-text.ts';
import { phrases } from './phrases.ts';
import { createOptOutReader, makeOptOutReader, type OptOutReader } from './read.ts';
import { plainWords } from './words.ts';

let made: OptOutReader | undefined;

/**
 * Takes a fifth of a second and some 20 MB, so that a process makes it only if it reads texts: an
 * engine before its first one, in these steps, because calls in progress would wait for it. Once it
 * is made there are none.
 */
export function* prepareOptOutReader(): Generator<void, void> {
  if (made) return;
  const reader = yield* makeOptOutReader(phrases);
  made ??= reader;
}

function optOutReader(): OptOutReader {
  made ??= createOptOutReader(phrases);
  return made;
}

const optInWords = new Set(['start', 'unstop']);
/** Words that may be beside it; an oath may not. */
const politeWords = new Set([
  'please',
  'pls',
  'plz',
  'ok',
  'okay',
  'yes',
  'thanks',
  'thank',
  'you',
]);
const helpWords = new Set(['help', 'info']);

/** "Yes.", "Yes, thank you": an opt-in only where a text of ours had asked, which nobody reads in it. */
export function isYes(text: string): boolean {
  return optOutReader().read(text).core === 'yes';
}

/** @param text of any length; only its first 2,000 characters are read */
export function intentOf(text: string): MessageIntent {
  const { reading, core } = optOutReader().read(text);
  if (reading === 'opt-out') return messageIntent.optOut;
  if (reading === 'unclear') return messageIntent.unclear;
  if (isOptIn(text)) return messageIntent.optIn;
  if (helpWords.has(core)) return messageIntent.help;
  return messageIntent.none;
}

/** What lifts a person's stop is asked for, and not read into "wtf start" or "Start??". */
function isOptIn(text: string): boolean {
  if (text.includes('?')) return false;
  const words = plainWords(text).filter((word) => !politeWords.has(word));
  return words.length === 1 && optInWords.has(words[0] ?? '');
}
