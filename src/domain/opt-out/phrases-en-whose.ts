/** English: whose telephone it is: a business's, a child's, somebody else's by now (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishWhose: readonly Phrase[] = [
  {
    phrase: '(let me out|get out of this|get out of these)',
    reading: 'unclear',
    where: 'end',
    examples: ['let me out', 'how do I get out of this'],
    counterExamples: ['how do I get out of the parking lot'],
  },
  {
    phrase:
      '[just|so|and|then|no|now|again] {never} {say} [or] [{say}] (it|there) [again|anymore|ever|period]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['This is a business line. Do not call it.', "don't call or text it again"],
    counterExamples: ["they don't call it that"],
  },
  {
    phrase:
      '{wrong} [person|so|and|now|again] {never} {say} [or] [{say}] [{me}|it] [again|anymore|back]',
    reading: 'opt-out',
    where: 'end',
    examples: ['wrong number do not text', 'wrong number so please do not call back'],
  },
  {
    phrase:
      '(this is|its|calling|texting|reached|called|thats|messaging|contacting) (a|an|the|our|my) [private] (business|work|company|office|government|medical|corporate|commercial|place of business) [phone|line|number|cell|office]',
    reading: 'unclear',
    where: 'end',
    examples: ['This is a work phone', 'you are calling a business'],
    counterExamples: ['this is my work number use the other one', 'my work number is 302'],
  },
  {
    phrase:
      '(this is|its|belongs to|reached|texting|calling|contacting|messaging) (a|my|an|our|her|his) [young|small|8|9|10|11|12|13|14|15|16] (minor|minors|childs|kids|childrens|daughters|sons|child|kid|teenager|teenagers|grandsons|granddaughters|year old|toddler) [phone|number|cell|line|device|tablet]',
    reading: 'unclear',
    where: 'end',
    examples: ["This is a child's phone", 'you are texting a minor', "this is my son's phone"],
    counterExamples: ['the minor must be with a parent', 'my kid is sick'],
  },
  {
    phrase: '(im|i am) [just|only] a (minor|kid|child|teenager)',
    reading: 'unclear',
    examples: ['I am a minor'],
  },
  {
    phrase:
      'belongs to (a|an|the|my|our) (business|company|minor|child|kid|office|hospital|school|church|store|police)',
    reading: 'unclear',
    examples: ['this number belongs to a business'],
  },
  {
    phrase:
      '(number|phone|line|cell) (was|has been|got|is|has) [recently|been|now|just] (reassigned|recycled|re assigned)',
    reading: 'unclear',
    examples: ['this number was reassigned', 'the number has been recycled'],
  },
  {
    phrase:
      '(no longer|doesnt|does not|never|dont|not) [even|actually] (belongs|belong|belonged|belonging) to',
    reading: 'unclear',
    examples: ['this number no longer belongs to him'],
  },
  {
    phrase: 'new owner of this|the number|phone|line|cell',
    reading: 'unclear',
    examples: ['I am the new owner of this number'],
  },
  {
    phrase:
      '(just|recently|only) (got|received|bought|acquired) (this|the) [phone|cell] (number|phone)',
    reading: 'unclear',
    examples: ['I just got this number'],
    counterExamples: ['I just got this letter'],
  },
  {
    phrase:
      '(he|she|they|owner|person|guy|lady|man) (no longer|doesnt|does not|dont|never) (has|have|had|uses|use|owns|own) (this|that) (number|phone|line|cell)',
    reading: 'unclear',
    examples: ['he no longer has this number'],
    counterExamples: ['I no longer have that phone'],
  },
  {
    phrase:
      '(no longer|not) (his|her|their|hers|him) (number|phone|cell) (anymore|any more|now|any longer)',
    reading: 'unclear',
    examples: ['this is not his number anymore'],
  },
  {
    phrase: '(had|have had|owned) this [phone|cell] number (for|since|over|about|almost)',
    reading: 'unclear',
    examples: ["I've had this number for five years"],
  },
  {
    phrase:
      '(not|aint|isnt) the (person|one|individual|man|woman|guy|lady) (you|u|youre|that you) ~1 (looking|want|trying|need|seeking)',
    reading: 'unclear',
    examples: ['I am not the person you are looking for'],
  },
  {
    phrase: 'update (your|the) (records|database|list|lists|files|system)',
    reading: 'unclear',
    examples: ['please update your records'],
  },
  {
    phrase: 'deceased|dead',
    reading: 'unclear',
    where: 'sentence',
    examples: ['Deceased.'],
    counterExamples: ['dead battery'],
  },
  {
    phrase:
      '{deceased} [so|and|last year|last month|years ago|a year ago|already] (remove|delete|take off|erase) [him|her|it|them|this|number]',
    reading: 'opt-out',
    where: 'end',
    examples: ['he passed away please remove'],
  },
  {
    phrase: '{deceased} ~3 (so|and) (i|we|im|ill|id|my|our|can|could)',
    reading: 'not',
    examples: [
      'My mom passed away so I will be handling her account',
      'my husband passed away last month and I need to update the account',
    ],
    counterExamples: ['she passed away and I want you to remove her from your list'],
  },
  {
    phrase: '(why|how come) ~3 (getting|receiving|get) ({things}|these|this)',
    reading: 'unclear',
    where: 'end',
    examples: ['why am I still getting these'],
    counterExamples: ['why do I keep getting charged'],
  },
  {
    phrase:
      '(why|how come) [do|am|are|did] [i|we] [still|keep|always|constantly|even] (getting|receiving|get) [these|your|all|this|so many|such] [these|your] {things}',
    reading: 'unclear',
    examples: ['why do I keep getting these texts', 'why am I getting so many calls'],
    counterExamples: ['why do I keep getting an error'],
  },
  {
    phrase:
      '(business|company|work|minor|child|kid|childs|kids|office) [phone|line|number|cell] [so|and] (remove|delete|take off|lose) [it|me|this|number]',
    reading: 'opt-out',
    where: 'end',
    examples: ['this is a company phone please remove'],
    counterExamples: ['business line item, remove the fee'],
  },
];
