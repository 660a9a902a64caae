/** English: where the number came from, and a text for somebody else (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishWho: readonly Phrase[] = [
  {
    phrase:
      '(how|howd|hows|where|whered|where the|who) [did|do|have|would|could] [you|u|yall|you guys|you people|ya|they] [all|even|guys|people] (get|got|find|obtain|gave you|gave u|gave yall|gave them|gave out) [a hold of|hold of|ahold of] (my number|my phone number|my cell|my info|my contact|my digits|this number|this phone number|these digits|my cell number)',
    reading: 'unclear',
    examples: ["Where'd you get my number", "how'd u get this number", 'who gave you my number'],
    counterExamples: ['how do I find my order number'],
  },
  {
    phrase: '(this|it) (isnt|is not|aint) ~1!{notNames}',
    reading: 'unclear',
    where: 'text',
    examples: ["this isn't Mike", 'Sorry this is not Denise'],
    counterExamples: ["this isn't working", 'this is not fair'],
  },
  {
    phrase:
      '(this|it) (is no longer|isnt|is not|aint|no longer) ~1!{number} (number|phone|cell|line|cellphone) [anymore|any more|now]',
    reading: 'unclear',
    where: 'end',
    examples: ["This is no longer Karen's number", "this isn't Mike's phone anymore"],
    counterExamples: ['this is not a toll free number to you'],
  },
  {
    phrase:
      '[i|we] ({didNot}|never) (sign|signed) up for (this|it|these|that|any of this|anything)',
    reading: 'unclear',
    where: 'sentence',
    examples: ["I didn't sign up for this", 'I never signed up for these'],
    counterExamples: ["I didn't sign up for these texts", "I didn't sign up for the class"],
  },
];
