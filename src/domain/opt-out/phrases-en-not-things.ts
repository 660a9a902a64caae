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
  {
    phrase:
      '(get|take|let|keep|help|getting) (me|us) (out|off) [of] [this|my|the|that|our] (contract|lease|loan|timeshare|car|mess|jury duty|jail|work|debt|hospital|house|bind|meeting|class|agreement|mortgage|bed)',
    reading: 'not',
    examples: ['can you get me out of this contract'],
  },
  {
    phrase:
      '(leak|noise|bleeding|pain|rain|water|alarm|beeping|barking|smell|driver|train|truck|coughing|construction|itching|bus) [needs|has|should|must|will|does|did|can|didnt|doesnt] [to|not] {stop}',
    reading: 'not',
    examples: ['the leak needs to stop before sunday'],
  },
  {
    phrase:
      '{never} send [me|us|out] [any|the|these|more|that|your|this|my|another|a] [more|new|other] (invoices|invoice|bills|bill|drivers|driver|documents|papers|forms|packages|package|checks|check|payment|payments|crew|food|flowers|replacement|parts|samples|refund|statement|statements|order|orders|technician|tech)',
    reading: 'not',
    examples: ["don't send any invoices yet"],
    counterExamples: ["don't send any texts"],
  },
  {
    phrase:
      '(why was i|why were we|who|why did you|how come i was|when was i|was i) (remove|removed|take|taken|unsubscribe|unsubscribed|delete|deleted|dropped) [me|us|off|my number] [from|off]',
    reading: 'not',
    examples: ['why was I removed from the list', 'who removed me from the list'],
    counterExamples: ["why haven't you removed me from the list"],
  },
  {
    phrase:
      '{never} use (this|the|my|that) [old|other] (number|phone|line|cell) [anymore|now] [just|instead] (use|call|try|text)',
    reading: 'not',
    examples: ["don't use this number use my work one"],
  },
  {
    phrase:
      '{wrong} (was|on my|on file|on the form|on our account|for my|for our|in my|on his|on her)',
    reading: 'not',
    examples: ["wrong number on my file, it's 555-0101"],
    counterExamples: ['you have the wrong number on your list'],
  },
  {
    phrase:
      '(sick|tired|done|fed up) (of|with) (this|these|the) (weather|snow|rain|heat|cold|job|form|traffic|pain|cough|wind|humidity|house|car|landlord)',
    reading: 'not',
    examples: ["I'm sick of this weather"],
  },
  {
    phrase: 'harassment (training|class|policy|course|video|module|seminar|workshop)',
    reading: 'not',
    examples: ['harassment training is when'],
  },
  {
    phrase:
      '(i|we|ive|he|she) [have|just|also] (lost|forgot|deleted|erased|removed) (the|your|that|his|her) (number|phone number|info)',
    reading: 'not',
    examples: ['I lost the number for the clinic'],
  },
  {
    phrase:
      '~2 no (calls|texts|call|text|texting|calling) [just|but|only|so] (call|email|text|texts|texting|email me|text me|call me|calls) [is|are|me|us|instead] [is|are|only|instead] [fine|ok|better|best|good|works|instead]',
    reading: 'not',
    where: 'text',
    examples: ['no texts please call', 'no calls please, text is fine'],
    counterExamples: ['no calls or texts', 'no calls no texts'],
  },
  {
    phrase:
      '(remove|delete|take) [this|the|my] [old] number (and|then) (use|add|put|replace|call|text)',
    reading: 'not',
    examples: ['remove number and add this one'],
  },
];
