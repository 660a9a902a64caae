/** English: said or asked before, and not heard (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishAskedBefore: readonly Phrase[] = [
  {
    phrase:
      '(said|told you|told u|told yall|asked you|saying|i say) (no more|quit|quit it|leave me alone|leave us alone|go away|enough|remove me|no texts|no calls|no contact)',
    reading: 'opt-out',
    where: 'end',
    examples: ['I said no more', 'said quit', 'I told you leave me alone'],
    counterExamples: ['he said no more rice'],
  },
  {
    phrase:
      'how many [more|damn] times ~6 (ask|say it|say no|say this|tell you|tell you no|tell you people|tell yall|tell you guys|repeat myself|reply|be told)',
    reading: 'unclear',
    where: 'end',
    examples: ['how many times do I have to ask', 'how many times do i gotta say no'],
    counterExamples: ['how many times a day do I take it'],
  },
  {
    phrase:
      '(second|third|fourth|fifth|tenth|2nd|3rd|4th|5th|6th|10th|last|hundredth|100th|millionth) time (i|ive|im|that i|that ive|we|weve) [have|am] [already|now] (ask|asked|asking|tell|told|telling|say|said|saying) [you|u|yall|it|this|no]',
    reading: 'unclear',
    where: 'end',
    examples: ["this is the 4th time I've asked", "last time I'm telling you"],
    counterExamples: ['this is the third time I asked for a refund'],
  },
  {
    phrase:
      'still (getting|receiving|texting|calling|messaging|contacting|sending|get|receive) ~4 (after|even though|even after|although|though|despite) [i|we|ive|weve|me] [have|already] (said|told|sent|texted|replied|typed|asked|saying|sending|texting|replying|telling) [you] [to] {stop}',
    reading: 'opt-out',
    examples: ['still getting texts even though I said stop'],
  },
  {
    phrase:
      '(getting|receiving|texting|calling|{things}|me|these|this) (after|even after) [i|we|ive|weve|having] [have|already] (said|told you to|sent|texted|replied|typed|asked you to|saying|sending|texting|replying|telling you to) {stop}',
    reading: 'opt-out',
    examples: [
      'still getting texts after I said stop',
      'you keep calling me after I told you to stop',
    ],
  },
  {
    phrase:
      '(still|keep|keeps|kept|continue|continuing|continued) ~5 (after|even though) [i|we|ive|weve] [have|already|had] ({optOut})',
    reading: 'opt-out',
    examples: ['still getting these after opting out'],
  },
  {
    phrase: '(part of no)',
    reading: 'unclear',
    examples: ["which part of no don't you get"],
  },
  {
    phrase: '(no means no|no solicitors|no soliciting|no solicitation)',
    reading: 'opt-out',
    examples: ['no means no', 'No soliciting'],
  },
  {
    phrase:
      '(i said no|told you no|told yall no|part of no|understand about no|understand no|understand the word no) [already|many times|before|twice]',
    reading: 'unclear',
    where: 'end',
    examples: ['I told you no', "which part of no don't you understand about no"],
  },
  {
    phrase:
      '[this is|its|thats] [my|the] (second|third|fourth|fifth|2nd|3rd|4th|5th|last|final) request',
    reading: 'unclear',
    where: 'sentence',
    examples: ['this is my third request'],
  },
  {
    phrase: '{never} make me (say|ask|tell|repeat) ~4 (again|twice|more|times)',
    reading: 'opt-out',
    examples: ["don't make me say it again"],
  },
];
