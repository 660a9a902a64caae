/** English: to be left alone, one way or another (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishAlone: readonly Phrase[] = [
  {
    phrase: '(refrain|desist|abstain) from ~ ({saying}|{things})',
    reading: 'opt-out',
    examples: ['please refrain from texting this number'],
  },
  {
    phrase: '(not to be|never to be|to not be|not be|never be) {said}',
    reading: 'opt-out',
    examples: ['I asked not to be contacted', 'I wish to not be called again'],
  },
  {
    phrase:
      'leave (me|us|my family|this number|my phone|my mother|my mom|my dad|my wife|my husband|my son|my daughter|my kids|my parents|my inbox|we) ~1 (alone|be|the alone)',
    reading: 'opt-out',
    examples: ['leave me alone', 'leave us alone', 'leave me the hell alone'],
    counterExamples: ['leave me a message', 'let me be clear'],
  },
  {
    phrase: 'leave (him|her|them) ~1 (alone|be)',
    reading: 'opt-out',
    where: 'end',
    examples: ['leave her alone'],
    counterExamples: ['is it ok to leave her alone after surgery'],
  },
  {
    phrase: 'lose|loose|forget|loss|delete|erase|remove|discard|lost|scrap {number}',
    reading: 'opt-out',
    examples: ['lose my number', 'Loose my number', 'please delete this number'],
    counterExamples: ['I lost my phone', 'I lost my number list', "don't forget my number"],
  },
  {
    phrase: 'fuck|piss|bug|buzz|eff|f|bugger|sod|bog|back|kick|jog|frig off',
    reading: 'opt-out',
    examples: ['fuck off', 'buzz off'],
    counterExamples: ['take it off my account'],
  },
  {
    phrase: '[just|can|you|will|so] (go away|get lost|goodbye|good bye) [now|already|you]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['go away', 'Get lost'],
    counterExamples: ['Go away party is Friday', 'we will go away in May'],
  },
  { phrase: 'go to hell|hades', reading: 'opt-out', examples: ['go to hell'] },
  {
    phrase: '{say} me|us only|solely|exclusively ~ (mail|writing|letter|usps|post|letters)',
    reading: 'opt-out',
    examples: ['contact me only in writing'],
  },
  {
    phrase: 'only|solely {say} ~2 mail|writing|letter|usps|post|letters',
    reading: 'opt-out',
    examples: ['Only contact me by mail'],
  },
  {
    phrase:
      '({say}|communication|correspondence) ~3 only by|in|through|via mail|writing|letter|usps|post|email',
    reading: 'opt-out',
    examples: ['communicate with me only by letter'],
  },
  {
    phrase: '(in writing|by mail|by letter) only',
    reading: 'opt-out',
    examples: ['I want everything in writing only'],
  },
  {
    phrase: 'block me|my|this|our|us [number]',
    reading: 'opt-out',
    examples: ['block me', 'Block this number from your system'],
    counterExamples: ['block party on Saturday'],
  },
  {
    phrase:
      '(turn off|turning off|shut off|shut down|switch off|disable|deactivate|suspend|terminate) ~2 {things}',
    reading: 'opt-out',
    examples: [
      'turn off these notifications',
      'deactivate texts to my phone',
      'shut off these alerts',
    ],
    counterExamples: ['turn up the volume'],
  },
  {
    phrase: '(done|finished|through) with {these} {things}',
    reading: 'opt-out',
    examples: ["I'm done with your calls"],
  },
  {
    phrase: 'enough [already] of|with [{these}] ({things}|{saying})',
    reading: 'opt-out',
    examples: ['enough of these texts', 'enough with the messages'],
  },
  {
    phrase: '{want} ~2 {things} to end|cease',
    reading: 'opt-out',
    examples: ['I want these calls to end'],
  },
  {
    phrase: '{say} ~2 one|1 more time ~5',
    reading: 'opt-out',
    where: 'start',
    examples: ['text me one more time and see what happens'],
  },
  {
    phrase: '{say} {me} again (and|ill|i|we|you|or|see|im)',
    reading: 'opt-out',
    examples: ["text me again and I'll sue"],
  },
  {
    phrase: 'if ~1 {say} {me} again|anymore|one|1',
    reading: 'opt-out',
    examples: ['if you call me again I will sue you'],
  },
  {
    phrase: 'never|not {say} {me}',
    reading: 'opt-out',
    where: 'end',
    examples: ['can you please not text me'],
    counterExamples: ["they don't call me", 'you never call me', 'he did not call me'],
  },
  { phrase: 'take a hike', reading: 'opt-out', examples: ['take a hike'] },
  {
    phrase: 'not interested ~ ({never}|{quit})',
    reading: 'opt-out',
    examples: ["not interested so don't ask again"],
  },
  {
    phrase: '({never}|no|stop|quit) (hit|hitting|blow|blowing) (me|us|my phone) up [anymore|again]',
    reading: 'opt-out',
    examples: ["don't hit me up", 'stop hitting me up', 'quit blowing my phone up'],
  },
  {
    phrase: 'no {say} (me|us|my phone|this number) [again|anymore|more]',
    reading: 'opt-out',
    where: 'end',
    examples: ['no call me again', 'please no text me'],
  },
  {
    phrase:
      '(forbid|prohibit|forbidden|prohibited|not allowed|not permitted|not authorized|no longer authorized|do not allow|dont allow|do not permit|never allowed|not welcome|remove permission|no right) [you|anyone|to|your company] ~ {say}|{saying}',
    reading: 'opt-out',
    examples: [
      'I forbid you to call me',
      'you are not allowed to text me',
      'I prohibit you from calling',
    ],
  },
];
