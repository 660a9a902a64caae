/** English: no more following up, and no need to go on (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishFollow: readonly Phrase[] = [
  {
    phrase:
      '(stop|quit|cease|done|no need|dont need) [to|with|all] [keep] [the] (following up|follow up|follow ups|followups|checking in|checking up on me) [with|on] [me|us|now|anymore|any more]',
    reading: 'opt-out',
    where: 'end',
    examples: [
      'quit following up',
      'you can stop following up now',
      'no need to follow up anymore',
    ],
    counterExamples: ['thanks for following up'],
  },
  {
    phrase:
      '(no need|dont need|do not need|dont have|no reason) [for you|you|yall] to (keep|continue|be) {saying} [me|us] [anymore|any more]',
    reading: 'opt-out',
    where: 'end',
    examples: ['no need to keep texting me', "you don't need to keep calling"],
    counterExamples: ['no need to keep waiting'],
  },
  {
    phrase: 'no more (follow ups|follow up|followups|followup|check ins|checking in|reaching out)',
    reading: 'opt-out',
    examples: ['please no more follow ups'],
    counterExamples: ['any more follow ups due?'],
  },
  {
    phrase: 'no need to call (ahead|back|first|an|the|him|her)',
    reading: 'not',
    examples: ['no need to call ahead right?'],
  },
  {
    phrase: 'no need to (text|call|write|reply|respond) back',
    reading: 'not',
    examples: ['no need to text back'],
  },
];
