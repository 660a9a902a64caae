/** English: advertising and the like, anybody of a company, and what was never wanted (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishAds: readonly Phrase[] = [
  {
    phrase: 'no [{these}] [of] [these|your|those] {ads}',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['no more promos', 'no more of your ads'],
    counterExamples: ['no offers came in yet'],
  },
  {
    phrase: 'no (mas|ma|mo|further|additional|more of your|more of these) ({things}|{ads})',
    reading: 'opt-out',
    examples: ['no mas texts', 'no further updates'],
  },
  {
    phrase: '{quit} [sending] [me|us] [with|it with] [{these}] [{these}] {ads}',
    reading: 'opt-out',
    examples: ['stop the promos', 'you can stop with the listings now', 'quit sending me your ads'],
    counterExamples: ["don't stop the promos"],
  },
  {
    phrase:
      '{never} send [me|us] [any|your|ur|more|these|further|no|that|this] [more|of|further] [your|these] {ads}',
    reading: 'opt-out',
    examples: ['do not send marketing to it', "don't send me your promos"],
    counterExamples: ["they don't send me offers"],
  },
  {
    phrase:
      '{never} {want} [to] [get|receive|have|see|getting|receiving|hear] [any|more|these|those|this|your|the|all|no] [of|more|these|your|those] [of|these|your] {ads}',
    reading: 'opt-out',
    examples: ["I don't want your promos", 'i no longer wish to receive ur promos'],
    counterExamples: ["I don't want to miss the promo"],
  },
  {
    phrase:
      '{never} {want} [any|none] [of] (this|these|them|your|those|anything) [{things}] ({anymore}|after all|at all|from you|from yall|in the future)',
    reading: 'opt-out',
    where: 'end',
    examples: [
      "I don't want these anymore",
      "I don't want any of this anymore",
      "don't want them after all",
    ],
    counterExamples: ["I don't want this plan anymore"],
  },
  {
    phrase: '{never} {want} it (anymore|any more|after all)',
    reading: 'unclear',
    where: 'end',
    examples: ["I don't want it anymore"],
    counterExamples: ["I don't want it anymore can I return it"],
  },
  {
    phrase: '{never} {want} [to] (receive|get) [any|more|anything]',
    reading: 'opt-out',
    where: 'end',
    examples: ['No longer wish to receive'],
    counterExamples: ['what I want to get'],
  },
  {
    phrase:
      '{never} {want} to be (on|in|part of|a part of) [this|it|here|these|your|the|any] [{list}|{things}]',
    reading: 'opt-out',
    where: 'end',
    examples: ['I no longer want to be on this'],
    counterExamples: ["I don't want to be on hold"],
  },
  {
    phrase:
      '(not|never|no longer|not at all) interested in (receiving|getting|hearing|having|being|any more|more|further|any of these|any) [any|these|your|more|further|from|any more] [more|of] [of] [these|your|you] [{things}|{ads}|{said}|these|those|this]',
    reading: 'opt-out',
    where: 'end',
    examples: [
      'no longer interested in receiving texts',
      'not interested in getting any more of these',
    ],
    counterExamples: ["I'm not interested in getting the blue one"],
  },
  {
    phrase: '{never} care for [{these}] [{these}] ({things}|{ads})',
    reading: 'opt-out',
    examples: ["don't care for these texts"],
  },
  {
    phrase:
      '(nobody|no one|noone|not one person) ~5 (should|can|may|must|needs to|is to|has to|is allowed to|better) [ever|not|be] ({say}|{saying}) {me}',
    reading: 'opt-out',
    examples: [
      'no one from your office should call me again',
      'nobody should be calling this number',
    ],
    counterExamples: ['nobody called me back'],
  },
  {
    phrase:
      '(make sure|make certain|see to it|ensure|see that|confirm) [that] (nobody|no one|noone) ~5 ({say}|calls|texts|contacts|messages|bothers|uses) {me}',
    reading: 'opt-out',
    examples: ['make sure nobody from your company calls this line again'],
    counterExamples: ['make sure nobody misses the call'],
  },
  {
    phrase:
      '{never} {want} (anyone|anybody|someone|no one|nobody|people|your people|your company) ~4 ({saying}|{say}) {me}',
    reading: 'opt-out',
    examples: ["I don't want anyone from your company contacting me"],
    counterExamples: ["I don't want anyone to miss it"],
  },
  {
    phrase:
      '({didNot}|never) (want|wanted|requested|asked for|needed|ask for|request) [{these}] [{these}] ({things}|{ads})',
    reading: 'opt-out',
    where: 'end',
    examples: ['I never wanted these texts'],
    counterExamples: ['I never wanted the blue one'],
  },
  {
    phrase:
      '({didNot}|never) (ask|asked|tell|told|want|wanted|invite|invited) (you|u|yall|anyone|you guys|you people|them) to {say} [{me}] [in the first place]',
    reading: 'opt-out',
    where: 'end',
    examples: ['never asked you to text me'],
    counterExamples: ["I didn't ask you to call the bank"],
  },
  {
    phrase:
      '(changed|change|changing) my mind [about|on] (getting|receiving|these|the|your|being) [these|the|your|any|more] ({things}|{ads}|{said})',
    reading: 'opt-out',
    examples: ['I changed my mind about getting texts'],
    counterExamples: ['I changed my mind about the color'],
  },
  {
    phrase:
      '(no longer|do not|dont|never) (consent|agree|consented|agreed) to (receive|receiving|getting|get|be|being) ~3 ({things}|{said}|{ads})',
    reading: 'opt-out',
    examples: ['I no longer consent to receive automated messages'],
    counterExamples: ['I do not consent to the photo release'],
  },
  {
    phrase:
      '(and|please|so|ok) no more of (this|these|that|those|it|your) [{things}] [in the future|ever|going forward|from now on|at all|anymore]',
    reading: 'opt-out',
    where: 'end',
    examples: ['no thank you, and no more of these in the future please'],
  },
  {
    phrase:
      'no more of (this|these|that|those|it) [in the future|ever|going forward|from now on|at all|anymore]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['no more of this'],
    counterExamples: ['no more of this weather please'],
  },
  {
    phrase: 'no {things} [and|or|nor] no {things} [{anymore}|period|ever]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['no calls no texts'],
    counterExamples: ['no calls no texts from my son today'],
  },
  {
    phrase:
      '(would|id|wed) [really|greatly|just] (appreciate|like|love|prefer) (being|getting|to get|to be|it to be) (removed|deleted|unsubscribed|taken off|unenrolled)',
    reading: 'opt-out',
    where: 'end',
    examples: ['would appreciate being removed'],
    counterExamples: ["I don't like being removed"],
  },
];
