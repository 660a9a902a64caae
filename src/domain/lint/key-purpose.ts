/** What a key is offered for: whether 9, which ends all calls, is promised to do something else. */
import { type Heard, offerBegins } from './heard.ts';
import type { HeardWord } from './time-line.ts';

/** Words behind a key before what it is for: "press 9 now to". */
const fillers = new Set([
  ...['key', 'button', 'now', 'on', 'your', 'phone', 'telephone', 'keypad', 'at', 'any', 'time'],
  ...['anytime', 'tecla', 'ahora', 'touche', 'maintenant'],
]);
const purposes = new Set(['to', 'for', 'if', 'and', 'when', 'should', 'para', 'si', 'pour', 'y']);
/** Each says by itself that one wants no more calls; a person who was not meant wants none, either. */
const optOut =
  /\b(?:opt\w*|unsubscribe\w*|wrong|error|mistake|baja|desinscri\w*|desabonn\w*|do not call|revoke|withdraw|if (?:you are|youre|this is) not (?!able|available|coming|going|sure|ready|free|in))\b/;
/** "We will remove you", "to delete your number", "removed from our records"; not "remove this charge". */
const removing =
  /\b(?:(?:remov\w*|delet\w*|block|eliminar|borrar|quitar|retirer|supprimer)(?:$| (?:you|me|us|yourself|myself)\b|(?: \w+){0,2} (?:name|number|numero)\b|(?: \w+)?(?: from| de)(?: \w+){0,3} (?:records?|lists?|database|system|files?)\b)|taken? (?:\w+ ){0,2}(?:name|number) off\b)/;
const ending =
  /\b(?:stop\w*|cease\w*|leave|end|ends|ending|cancel\w*|quit|remov\w*|discontinue|block|avoid|exclude|halt|prevent|decline|refuse|off|no|not|never|without|(?:do|does|did|wo|ca|is|are|would|should|could)nt|dejar|parar|detener|terminar|salir|eliminar|quitar|nunca|ne|plus|arreter|cesser|retirer|supprimer|refuser)\b/;
/** What is ended. */
const contact =
  /\b(?:call\w*|message\w*|reminder\w*|text\w*|notice\w*|notification\w*|alert\w*|update\w*|contact\w*|list\w*|hear\w*|receiv\w*|communicat\w*|robocall\w*|number|llam\w*|mensaje\w*|recordatorio\w*|recibir|numero|appel\w*|rappel\w*)\b/;
/** Who leaves a message wants to be called: "press 9 to leave a message". */
const toLeaveWords = /\bleave (?:us )?(?:a|your|the|this) (?:message|number|voicemail|name)\b/;
/** Who waits for a call wants one: "if you have not received a call from us". */
const missed =
  /\b(?:did|have|has|had)(?:nt| not| never)(?: yet)? (?:get|got|gotten|receive|received|hear|heard|see|seen)\b/;
/** "Press 9 to stop", "to be removed", "to end this". */
const endsAlone =
  /\b(?:stop|end|cancel|quit|removed?|parar|terminar|cancelar|salir|arreter)(?: (?:now|it|this|them|us|these|anytime|at any time|me|immediately|right away|today))?$/;

/**
 * Whether a key is offered for something else than to end calls. An offer that does not say what for
 * is none.
 */
export function isForOther(words: readonly HeardWord[], offer: Heard): boolean {
  const before = purposeBefore(words, offer);
  const after = purposeAfter(words, offer);
  if (before === '' && after === '') return false;
  return ![before, after].some(endsCalls);
}

function endsCalls(purpose: string): boolean {
  if (optOut.test(purpose) || endsAlone.test(purpose) || removing.test(purpose)) return true;
  if (missed.test(purpose) || toLeaveWords.test(purpose)) return false;
  return ending.test(purpose) && contact.test(purpose);
}

/** "To hear this again, press 9", "if you want to confirm press 9". */
function purposeBefore(words: readonly HeardWord[], offer: Heard): string {
  const begins = offerBegins(words, offer);
  if (!purposes.has(begins.word) || begins.word === 'and') return '';
  return textOf(words.slice(words.indexOf(begins), words.indexOf(offer.first)));
}

/** To the end of the sentence, or to the next key. */
function purposeAfter(words: readonly HeardWord[], { last }: Heard): string {
  let from = words.indexOf(last) + 1;
  while (fillers.has(words[from]?.word ?? '') && !words[from]?.opensSentence) from += 1;
  if (!purposes.has(words[from]?.word ?? '') || words[from]?.opensSentence) return '';
  const length = words
    .slice(from)
    .findIndex(
      ({ word, opensSentence }, index) => (index > 0 && opensSentence) || /^\d$/.test(word),
    );
  return textOf(words.slice(from, length < 0 ? undefined : from + length));
}

const textOf = (words: readonly HeardWord[]) => words.map(({ word }) => word).join(' ');
