/**
 * What a person means by a text: to opt out, to opt in, to ask for help, or none of these (spec 3
 * section 8). Where a text can be read both ways it opts out, because a text too many is worse than
 * one too few; where «stop» is only a word of a sentence it does not.
 */
import { type MessageIntent, messageIntent } from '#contract/inbound-text.ts';

export function intentOf(text: string): MessageIntent {
  const sentences = sentencesOf(text.slice(0, longest));
  const whole = sentences.join(' ');
  const core = withoutPoliteness(whole);
  if (isOptOutWord(core)) return messageIntent.optOut;
  if (sentences.some((one) => isStrongWord(withoutPoliteness(one)))) return messageIntent.optOut;
  if (sentences.some((one) => asksToEnd(one))) return messageIntent.optOut;
  if (optInWords.has(core)) return messageIntent.optIn;
  if (helpWords.has(core)) return messageIntent.help;
  return messageIntent.none;
}

/** More than ten text messages long: what stands behind that is no reply. */
const longest = 2_000;

const optOutWords = new Set(
  'stop,stopall,stop all,unsubscribe,cancel,end,quit,revoke,optout,opt out'.split(','),
);
/** So clear that they count as a sentence of their own too: «Stop. You have the wrong number.» */
const strongWords = new Set('stop,stopall,stop all,unsubscribe,optout,opt out'.split(','));
const optInWords = new Set(['start', 'unstop', 'yes']);
const helpWords = new Set(['help', 'info']);

/** May stand around a word without changing it. */
const polite = new Set(
  'please pls plz pleas thanks thank you thx ty tks kindly now ok okay hi hello hey sir madam maam mam'.split(
    ' ',
  ),
);

/** Sentences in lower case, letters, digits and apostrophes only, with single spaces. */
function sentencesOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc`´]/g, "'")
    .replace(/\p{Cf}/gu, '')
    .split(/[.!?;:\n\r,]+/)
    .map((one) => one.replace(/[^\p{L}\p{N}']+/gu, ' ').replace(/(^|\s)'+|'+(?=\s|$)/g, ' '))
    .map((one) => one.replace(/\s+/g, ' ').trim())
    .filter((one) => one !== '');
}

function withoutPoliteness(sentence: string): string {
  const words = sentence.split(' ').filter((word) => !polite.has(word.replaceAll("'", '')));
  // «S T O P», «s.t.o.p.»
  return words.every((word) => word.length === 1) ? words.join('') : words.join(' ');
}

/** «stop stop», «STOPPP», «opt-out». */
function isOptOutWord(core: string): boolean {
  return optOutWords.has(core) || isInsistent(core);
}

function isStrongWord(core: string): boolean {
  return strongWords.has(core) || isInsistent(core);
}

function isInsistent(core: string): boolean {
  return /^(s+t+o+p+)( s+t+o+p+)*$/.test(core);
}

const me = '(?:me|us|my (?:phone|number|cell|mobile)|this (?:phone|number|cell|mobile)|here)';
const say = '(?:text|txt|message|msg|call|contact|sms|bother|harass|phone|ring|send|write)';
const saying = '(?:text|txt|messag|msg|call|contact|bother|harass|phon|ring|send|writ)(?:ing|in)';
const things =
  '(?:texts?|txts?|messages?|msgs?|texting|messaging|calls?|calling|sms|notifications?)';
const these = '(?:all |any |the |these |this |those |your |my |with |of |sending |getting )*';
const never = "(?:don'?t|do not|never|no longer|not)";
/** Before a request these turn it round, or tell of somebody else. */
const turned = new RegExp(
  `(?:\\b(?:${never}|didn'?t|did not|why|they|(?<!\\b(?:can|could|would|will) )you|he|she|we|who|people)(?: (?:ever|even|need to|have to|want (?:you )?to|please|just|want))?) $`,
);

const requests = [
  `(?:remove|delete|erase) (?:me|us|my (?:number|phone|name|info|information|contact)|this number)\\b`,
  `take (?:me|us|my (?:number|phone|name)|this number) (?:off|out|from)\\b`,
  `(?:get|leave) (?:me|us|my number) (?:off|out|alone)\\b`,
  `${never} (?:ever )?${say} (?:to )?${me}\\b`,
  `${never} (?:ever )?(?:send|text|message) (?:me |us )?(?:any ?more|again|${these}${things})\\b`,
  `(?:stop|quit|cease) (?:with )?${saying}\\b`,
  `(?:stop|quit) ${these}${things}(?: (?:to )?${me}| now| please| immediately|$)`,
  `make (?:it|this|these ${things}) stop\\b`,
  `no more ${these}${things}\\b`,
  `(?:lose|forget) (?:my|this) number\\b`,
  `opt (?:me|us|my number) out\\b`,
  `unsubscribe (?:me|us|my number|this number)\\b`,
  `(?:want|like|wish) to (?:opt out|unsubscribe|be removed|be taken off)\\b`,
  `(?:revoke|withdraw) (?:my |any |all )?consent\\b`,
].map((request) => new RegExp(`(?:^|\\s)${request}`, 'g'));

/** These are the whole sentence, or the person speaks of something else. */
const orders = new RegExp(
  `^(?:(?:i|just|you|must|need to|should|can|could|will|would|said|say|told you to|and|yes|no|so|then) )*(?:stop (?:it|this|that|already|texting|please stop)|(?:end|cancel|quit|stop) ${these}${things}|(?:opt out|unsubscribe|stop) (?:from )?${these}(?:list|${things})|cancel (?:my )?subscription)$`,
);

function asksToEnd(sentence: string): boolean {
  const plain = sentence
    .split(' ')
    .filter((word) => !['please', 'pls', 'plz', 'kindly'].includes(word))
    .join(' ');
  if (orders.test(plain)) return true;
  return requests.some((request) =>
    [...plain.matchAll(request)].some((match) => {
      const before = plain.slice(0, match.index + (match[0].startsWith(' ') ? 1 : 0));
      return !turned.test(before);
    }),
  );
}
