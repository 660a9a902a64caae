/** English: had enough, the last one, and nothing more is wanted (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishEnough: readonly Phrase[] = [
  {
    phrase:
      '(make this|let this be|this better be|that better be|this had better be|this should be|this needs to be|this must be|this will be|make that|make it|let that be) [the|your|my] last ({things}|one|time you)',
    reading: 'opt-out',
    examples: [
      'Make this the last text',
      'this better be the last message',
      'let this be your last call',
    ],
    counterExamples: [
      'is this the last text about the appointment',
      'this will be the last payment',
    ],
  },
  {
    phrase:
      'last ({things}|time) (i|we) [ever|will|will ever] (want|need|get|hear|receive|see) ~2 from',
    reading: 'opt-out',
    examples: ['that was the last text I want from you'],
    counterExamples: ['what was the last text you sent'],
  },
  {
    phrase:
      '(is|was|be) the last time [that] (you|u|yall|anyone|your company) [will|ever] (text|call|contact|message|bother|texts|calls|contacts)',
    reading: 'opt-out',
    examples: ['this is the last time you call me'],
    counterExamples: ['when was the last time you were seen'],
  },
  {
    phrase: 'enough [already] (with|of) [{these}] [{these}] ({things}|{saying}|{ads})',
    reading: 'opt-out',
    examples: ['enough with the surveys', 'enough w the texts already', 'had enough of your texts'],
    counterExamples: ['I have had enough of this weather'],
  },
  {
    phrase: '[thats|ok|just|alright] enough [already] with (this|these|it|that) [already|now]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['enough with this', 'enough already with these'],
    counterExamples: ['is that enough with this coupon'],
  },
  {
    phrase:
      '(fed up|had it|sick|sick and tired|tired|so over|over|so done|had enough|done dealing|so tired|so sick|had it up to here) [with|of] [all|getting|receiving|being|seeing] (your|ur|these|those|this|the|my phone|so many|such) [{these}] ({things}|{ads}|{saying})',
    reading: 'opt-out',
    examples: ['fed up with your texts', 'had it with these calls', "I'm so over these texts"],
    counterExamples: ['tired of waiting on hold', 'tired of calling'],
  },
  {
    phrase: '(fed up|sick|tired|sick and tired|had it|done) (of|with) being {said}',
    reading: 'opt-out',
    examples: ["I'm fed up of being called"],
  },
  {
    phrase:
      '(done|finished|through) [with] (getting|receiving|reading|hearing|seeing) [{these}] ({things}|{ads}|these|this|from you)',
    reading: 'opt-out',
    examples: ['done getting these', "we're done receiving your texts"],
    counterExamples: ['we are done getting the house ready'],
  },
  {
    phrase:
      '(chill|chill out|ease up|easy|cool it|slow down|tone it down|take it easy|calm down|relax) (with|on) {these} [{these}] {things}',
    reading: 'unclear',
    examples: ['chill with the texts', 'ease up on the messages'],
    counterExamples: ['easy on the salt'],
  },
  {
    phrase: '(too many|so many|way too many) [of] [your|these|the] ({things}|{ads})',
    reading: 'unclear',
    where: 'sentence',
    examples: ['Too many texts', 'way too many messages'],
    counterExamples: ['too many calls came in today', 'too many cooks'],
  },
  {
    phrase: '[no|nah|nope|and|ok] (im|i am|we are) (done|out|over it|so over it|over this)',
    reading: 'unclear',
    where: 'text',
    examples: ["No thanks, I'm done", "I'm out"],
    counterExamples: ["I'm done, you can pick up the car"],
  },
  {
    phrase: 'i quit',
    reading: 'unclear',
    where: 'text',
    examples: ['I quit'],
    counterExamples: ['I quit my job', 'I quit smoking'],
  },
  {
    phrase:
      '{never} want (nothing|anything|none|any) [else] from (you|u|yall|you guys|your company)',
    reading: 'opt-out',
    examples: ["I don't want anything from you"],
  },
  {
    phrase: '{never} want (nothing|anything|none|any)',
    reading: 'unclear',
    where: 'end',
    examples: ["I don't want anything"],
    counterExamples: ["I don't want anything to drink"],
  },
  {
    phrase:
      '[i|we|it|these|this] [is|are] (unwanted|unwelcome|not wanted|not welcome|no longer wanted|decline|object|refuse)',
    reading: 'unclear',
    where: 'text',
    examples: ['not wanted', 'I decline'],
    counterExamples: ['I decline the offer'],
  },
];
