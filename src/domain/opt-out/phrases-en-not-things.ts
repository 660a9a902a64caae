/** English: a stop, an end or a refusal of something else than texts and calls (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishNotThings: readonly Phrase[] = [
  {
    phrase:
      '({business}|item|items|it|that|tooth|stitches|wall|mole|tree|one|name tag|photo|picture|review|post|comment|sticker|clamp|boot) (to be|be) (removed|deleted|taken off|cancelled|canceled|dropped)',
    reading: 'not',
    examples: ['I asked for the fee to be removed', 'I want that charge to be taken off'],
    counterExamples: ['I want to be removed'],
  },
  {
    phrase:
      '[so|and|wait|huh|hold on] ({optOut}|{stop}|quit|cancel|end|remove) [from|of|sending|doing|me from|it|calling|texting] (what|which|who|whom) [exactly|now|list|texts|messages]',
    reading: 'not',
    where: 'sentence',
    examples: ['unsubscribe from what?', 'opt out of what', 'Stop what?'],
    counterExamples: ['STOP what are you doing', 'stop texting me, who is this'],
  },
  {
    phrase:
      '{optOut} (of|from) ~3 (but|and) (keep|still|stay|want|leave) <medical|dental|vision|it|the|my|in|on|with>',
    reading: 'not',
    examples: ['I have to opt out of dental but keep medical'],
    counterExamples: ['opt out'],
  },
  {
    phrase: '{stop} n (shop|go|start|wait)',
    reading: 'not',
    examples: ['I shop at Stop n Shop'],
  },
  {
    phrase:
      '(end|cancel|terminate) [the|this|that] (call|calls|conversation|thread|message) (hold|center|waiting|recording|early|menu|log|forwarding)',
    reading: 'not',
    examples: ['please end the call hold music'],
    counterExamples: ['please end the calls'],
  },
  {
    phrase:
      '(took|taken|crossed|ill take|i take|scratched) (it|that|them|this) (off|from) [of] (the|my|that|our) list',
    reading: 'not',
    examples: ['I took it off the list'],
    counterExamples: ['take it off your list'],
  },
  {
    phrase:
      '({didNot}|{never}) (authorize|authorized|approve|approved|request|requested|consent to|agree to) (this|that|the|any|these|a|your) [new|last|late|extra|monthly] (charge|charges|payment|transaction|purchase|order|withdrawal|transfer|debit|fee|fees|price|amount)',
    reading: 'not',
    examples: ["I didn't authorize this charge"],
  },
  {
    phrase: '(back|kick) off (the|of the|on the|a|from|at)',
    reading: 'not',
    examples: ['can you back off the price a bit', 'we kick off at noon'],
  },
  {
    phrase: '(work|works|worked|working|job) (for|at|with) [the] {agency}',
    reading: 'not',
    examples: ['I work for the FTC'],
  },
  {
    phrase: '{agency} (rating|rated|accredited|approved|score|office is|license|profile|member)',
    reading: 'not',
    examples: ['the BBB rating is good'],
  },
  {
    phrase:
      '{never} bother ~1 (i found|i got|i figured|picking|coming|fixing|with the|with it|waiting|making|looking)',
    reading: 'not',
    examples: ["don't bother picking me up"],
  },
  {
    phrase:
      '(have|had|get|got|getting|having|want|need|like) (my|our) phone (removed|taken|deleted) (from|off) (my|the|our) (plan|account|bill|family|policy)',
    reading: 'not',
    examples: ['I want my phone removed from my plan'],
  },
];
