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
  if (optOutWord.test(core)) return messageIntent.optOut;
  if (clearWord.test(core)) return messageIntent.optOut;
  if (sentences.some((one) => clearWord.test(withoutPoliteness(one)))) return messageIntent.optOut;
  if (sentences.some((one) => asksToEnd(one))) return messageIntent.optOut;
  if (optInWords.has(core)) return messageIntent.optIn;
  if (helpWords.has(core)) return messageIntent.help;
  return messageIntent.none;
}

/** «Yes.», «Yes, thank you»: an opt-in only where a text of ours had asked, which nobody reads in it. */
export function isYes(text: string): boolean {
  return withoutPoliteness(sentencesOf(text.slice(0, longest)).join(' ')) === 'yes';
}

/** More than ten text messages long: what stands behind that is no reply. */
const longest = 2_000;

/** So clear that they count as a sentence of their own too: «Stop. You have the wrong number.» */
const strong =
  '(?:s+t+o+p+|stop ?all|st0p|sotp|stpo|unsub|unsubscribed?|unsuscribe|unsubcribe|opt ?out)';
/**
 * These count only when the text says nothing else: they end other things too, or stand in the last
 * line of our own texts, which a telephone may quote («Liked “… Reply STOP to end”»).
 */
const optOutWord = new RegExp(
  `^(?:cancel|end|quit|revoke|(?:reply|text|txt) ${strong}|${strong} ?(?:to|2) ?(?:end|quit|stop|cancel|unsubscribe|opt ?out))$`,
);
/** What stands before a word that is clear and leaves it an order: «No, stop», «I told you to stop». */
const before =
  "(?:yes|yeah|no|nope|nah|no thanks|just|so|then|and|again|i|i(?: have|'ve)? (?:said|say)|i(?: have|'ve|'m| am)? (?:told|asked|telling|asking|ask)(?: you| u)?(?: all)? to|(?:can|could|will|would) (?:you|u)|(?:you|u) (?:need to|have to|must|should)|not interested|(?:this is )?(?:the )?wrong (?:number|person)|(?:this is )?(?:not|isn't) (?:him|her|me)|i'?m not (?:him|her)|(?:this is )?spam)";
const after =
  '(?:yes|no|asap|immediately|right(?: away)?|at once|today|already|again|any ?more|forever|sir|bro|bruh|man|dude|lady|(?:you )?idiot|me|reply|end|[0-9]+|and desist)';
const clearWord = new RegExp(`^(?:${before} )*${strong}(?: ${strong})*(?: ${after})*$`);
const optInWords = new Set(['start', 'unstop']);
const helpWords = new Set(['help', 'info']);

/** May stand around a word without changing it. */
const polite = new Set(
  'please pls plz pleas thanks thank thx ty tks kindly now ok okay hi hello hey sir madam maam mam'.split(
    ' ',
  ),
);

/** Sentences in lower case, letters, digits and apostrophes only, with single spaces. */
function sentencesOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\u2018\u2019\u02bc`´]/g, "'")
      .replace(/\p{Cf}/gu, '')
      .replace(/\b(my|this|the) *#/g, '$1 number')
      // A dash with a space before it begins another thought: «Stop - John».
      .split(/[.!?;:\n\r,]+|\s[-–—]+/)
      .map((one) => one.replace(/[^\p{L}\p{N}']+/gu, ' ').replace(/(^|\s)'+|'+(?=\s|$)/g, ' '))
      .map((one) => one.replace(/\s+/g, ' ').trim())
      .filter((one) => one !== '')
  );
}

function withoutPoliteness(sentence: string): string {
  const plain = sentence.replace(/\bthank (?:you|u)\b/g, 'thanks');
  const words = plain.split(' ').filter((word) => !polite.has(word.replaceAll("'", '')));
  // «S T O P», «s.t.o.p.»
  return words.every((word) => word.length === 1) ? words.join('') : words.join(' ');
}

const me = '(?:me|us|my (?:phone|number|cell|mobile)|this (?:phone|number|cell|mobile)|here)';
const say = '(?:text|txt|message|msg|call|contact|sms|bother|harass|phone|ring|send|write)';
const saying =
  '(?:text|txt|messag|msg|call|contact|bother|harass|phon|ring|send|writ|spamm?|bugg?|annoy|pester|blow|wast)(?:ing|in)';
const saidOf = '(?:contacted|texted|messaged|called|phoned|bothered)';
const wants = '(?:want|wish|need|care)';
const curse = '(?:(?:the )?(?:fuck|hell|heck)(?:ing|in)? |f+u*c*king |damn |goddamn )?';
const things =
  '(?:texts?|txts?|messages?|msgs?|texting|messaging|calls?|calling|sms|notifications?)';
const these = '(?:all |any |the |these |this |those |your |my |with |of |sending |getting )*';
const lists =
  '(?:your|the|this|that|ur)? ?(?:(?:call|calling|text|contact|phone|mailing) )?list\\b';
const never = "(?:don'?t|dnt|do not|never|no longer|not)";
/** Before a request these turn it round, or tell of somebody else. */
const turned = new RegExp(
  `(?:\\b(?:${never}|didn'?t|did not|why|they|(?<!\\b(?:can|could|would|will) )you|he|she|we|who|people)(?: (?:ever|even|need to|have to|want (?:you )?to|please|just|want))?) $`,
);

const requests = [
  `(?:remove|delete|erase) (?:me|us|my (?:number|phone|name|info|information|contact)|this number)\\b`,
  `(?:remove|take) (?:me |us |him |her |them |it )?(?:off|from) ${lists}`,
  `take (?:me|us|my (?:number|phone|name)|this number) (?:off|out|from)\\b`,
  `(?:get|leave) (?:me|us|my number) (?:${curse}alone|off|out)\\b`,
  `${never} ${wants} (?:you |u |anyone )?to (?:be ${saidOf}|(?:get|receive) ${these}${things}|${say} (?:to )?${me})\\b`,
  `${never} ${wants} ${these}(?:more )?${things}\\b`,
  `(?:${never}|didn'?t|did not|never) (?:consent|consented|agree|agreed) to ${these}${things}\\b`,
  `how (?:do|can|would|could) i (?:opt ?out|unsubscribe|stop (?:this|it|${these}${things})|get off)\\b`,
  `cease (?:and desist|${these}(?:contact|communication))\\b`,
  `(?:fuck|piss|eff) off\\b`,
  `${never} (?:ever )?${say} (?:to )?${me}\\b`,
  `${never} (?:ever )?(?:send|text|message) (?:me |us )?(?:any ?more|again|${these}${things})\\b`,
  `(?:stop|quit|cease) (?:with )?${curse}${saying}\\b`,
  `(?:stop|quit) ${these}${things}(?: (?:to )?${me}| now| please| immediately|$)`,
  `make (?:it|this|these ${things}) stop\\b`,
  `no more ${these}${things}\\b`,
  `(?:lose|forget) (?:my|this) number\\b`,
  `opt (?:me|us|my number) out\\b`,
  `unsubscribe (?:me|us|my number|this number)\\b`,
  `(?:want|like|wish) to (?:opt out|unsubscribe|be removed|be taken off)\\b`,
  `(?:revoke|withdraw) (?:my |any |all )?(?:consent|permission)\\b`,
].map((request) => new RegExp(`(?:^|\\s)${request}`, 'g'));

/** These are the whole sentence, or the person speaks of something else. */
const orders = new RegExp(
  `^(?:(?:i|just|you|must|need to|should|can|could|will|would|said|say|told you to|and|yes|no|so|then) )*(?:stop (?:it|this|that|already|texting|please stop)|(?:end|cancel|quit|stop) ${these}${things}|(?:opt out|unsubscribe|stop) (?:from )?${these}(?:list|${things})|cancel (?:my )?subscription|stop (?:all )?(?:contact|spam|spamming)|no ${these}(?:contact|communication|${things})|no more|(?:remove|off list)|(?:opting|want) out|unsubscribe from (?:this|these|it)|block me|go away|${never} send (?:me )?(?:anything|nothing)(?: else)?)(?: now)?$`,
);
/** Whole sentences too, but not after «I»: «Don't text». */
const bareOrders = new RegExp(
  `^(?:(?:just|so|and|then|no) )*(?:don'?t|dnt|do not) ${say}(?: now)?$`,
);

function asksToEnd(sentence: string): boolean {
  const plain = sentence
    .split(' ')
    .filter((word) => !['please', 'pls', 'plz', 'kindly'].includes(word))
    .join(' ');
  if (orders.test(plain) || bareOrders.test(plain)) return true;
  return requests.some((request) =>
    [...plain.matchAll(request)].some((match) => {
      const before = plain.slice(0, match.index + (match[0].startsWith(' ') ? 1 : 0));
      return !turned.test(before);
    }),
  );
}
