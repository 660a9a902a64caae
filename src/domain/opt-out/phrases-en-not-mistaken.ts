/** English: a stop that was a mistake, and one that somebody else is to make (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishNotMistaken: readonly Phrase[] = [
  {
    phrase:
      '~6 ({didNot}|wasnt|never) [really|actually] (mean|meant|intend|intended|trying|try|want|wanted|wish|meaning|intending) [to|for] [be|have] [say|text|type|send|hit|reply|press|write|put|be] ({stop}|{optOut}|stopped) ~12!{stop}',
    reading: 'not',
    where: 'text',
    examples: [
      "I didn't mean to say stop. Please keep sending them",
      "I wasn't trying to opt out, keep me on",
    ],
    counterExamples: ["I didn't mean to sign up, stop", "I didn't want this. Stop"],
  },
  {
    phrase:
      '~5 ({didNot}|never) (say|said|text|texted|type|typed|send|sent|write|wrote|reply|replied|request|requested) [you] [to] ({stop}|{optOut}) ~10!{stop}',
    reading: 'not',
    where: 'text',
    examples: ["I didn't say stop", 'I never said stop, why did the texts quit?'],
    counterExamples: ["I didn't say it for fun, stop", 'I said stop'],
  },
  {
    phrase:
      '~8 ({stop}|{optOut}) ~3 (by mistake|by accident|accidentally|accidently|on accident|in error|mistakenly|unintentionally|was a mistake|was an accident|was a typo|my mistake|was autocorrect|meant for someone else|was for someone else) ~12',
    reading: 'not',
    where: 'text',
    examples: ['sent stop to you by mistake, keep texting me', 'that stop was a mistake'],
    counterExamples: ['you texted me by mistake, stop'],
  },
  {
    phrase:
      '~3 (accidentally|accidently|mistakenly) (said|sent|typed|texted|hit|replied|put|wrote|pressed|clicked) ({stop}|{optOut}) ~14',
    reading: 'not',
    where: 'text',
    examples: ['I accidentally typed stop, please keep sending me texts'],
    counterExamples: ['you accidentally texted me, stop'],
  },
  {
    phrase:
      '[sorry|oops|please|no|hi|my bad|wait|so|can you|could you|whoops] [just] (ignore|disregard|undo|reverse) [that|my|the|last|previous] [that|last|previous|earlier] [text|message|request|reply|one] [saying|about|to|that said|with] [the] ({stop}|{optOut}) ~10!{stop}',
    reading: 'not',
    where: 'text',
    examples: ['please disregard my last text saying stop', 'ignore my stop'],
  },
  {
    phrase:
      '~6!{saying} ({stop}|{optOut}) [so|but|just|can you|sorry|please] (ignore|disregard) (it|that|this|him|her|them) ~8!{saying}',
    reading: 'not',
    where: 'text',
    examples: ['My kid texted stop, please ignore it'],
    counterExamples: ['I said stop and you ignore it'],
  },
  {
    phrase:
      '(we|somebody|someone|everyone|everybody|congress|america|americans|republicans|democrats|voters|government|politicians|he|she|they|country|city|state|president|schools|companies|help us|lets) [all|really|the people|just|in congress|also] (have to|need to|must|gotta|got to|has to|needs to|should|have got to|want to|wanna) ({stop}|put a stop to) ~12!{contacting}',
    reading: 'not',
    where: 'end',
    examples: [
      'We have to stop that man from getting elected again!!',
      'someone has to stop him',
      'Congress needs to stop spending',
    ],
    counterExamples: ['someone needs to stop texting me', 'we need to stop these texts'],
  },
  {
    phrase:
      '(we|somebody|someone|congress|americans|republicans|democrats|voters|you|i|do we|can we|lets|will) [all] [have to|need to|must|gotta|got to|has to|needs to|should|can|will] {stop} (him|them|her|that man|that woman|these people|those people|this man|this woman|that guy|these guys|those guys|those thugs|these criminals|the guy|illegals|this war|that war|corruption) (from|before|this|in|on|at the) ~10',
    reading: 'not',
    where: 'end',
    examples: ['we need to stop them from raising taxes', 'how do we stop them from winning'],
    counterExamples: ['can we stop them texts'],
  },
  {
    phrase:
      '(who|how|what) ~3 (will|can|could|would|do|is going to|gonna) [we|they|you] [do to] {stop} (him|them|her|that man|trump|biden|this war|these people|those people) ~8!{contacting}',
    reading: 'not',
    where: 'end',
    examples: ['who can stop him', 'what can we do to stop them'],
    counterExamples: ['how do I stop these texts'],
  },
  {
    phrase:
      '(one|two|a few|couple|quick|1|2|3|three) [more|other] (stop|stops) (then|and|before|first|on|to)',
    reading: 'not',
    examples: ["One more stop then I'm home"],
    counterExamples: ['one more time stop'],
  },
  {
    phrase:
      '~3 (girl|girlfriend|bestie|babe|honey|sis|aww|aw|stahp|haha|oh|oh my|please) {stop} [it] (youre|you are|ur|u r|thats|that is|this is|its|you) [so|too|making|very|such|being|just|really|absolutely] [so|too|me|a] (kind|sweet|funny|silly|nice|cute|blush|killing|adorable|hilarious|amazing|doll|generous|gorgeous|beautiful|flatter|much) ~8',
    reading: 'not',
    where: 'text',
    examples: ["girl stop, that's hilarious"],
    counterExamples: ['girl stop, that is harassing'],
  },
  {
    phrase:
      '{stop} it (youre|you are|ur|u r|thats|that is|this is) [so|too|very|such|just|really] [so|too|a] (kind|sweet|funny|silly|nice|cute|adorable|hilarious|amazing|doll|generous|gorgeous|beautiful)',
    reading: 'not',
    where: 'text',
    examples: ["stop it, you're too kind"],
    counterExamples: ["stop it, you're not funny"],
  },
  {
    phrase:
      '(about|class action|the) [the] (lawsuit|law suit|class action) (settlement|claim form|check|payment|payout|website)',
    reading: 'not',
    examples: ['Is this about the lawsuit settlement'],
    counterExamples: ['this is going to be a lawsuit'],
  },
  {
    phrase:
      '{lawyer} (will|can|is going to) (call|contact|email) [you|u|yall] (monday|tuesday|wednesday|thursday|friday|tomorrow|today|next week|this week|at|after|before|on|later) ~2 (about|regarding|with|for)',
    reading: 'not',
    examples: ['my lawyer will call you Monday about the contract'],
    counterExamples: ['my lawyer will call you Monday'],
  },
];
