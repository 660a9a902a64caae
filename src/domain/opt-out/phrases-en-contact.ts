/** English: not to be texted or called, without the word stop (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishContact: readonly Phrase[] = [
  {
    phrase: '{never} [ever|be] {say} [to|with] {me}',
    reading: 'opt-out',
    examples: [
      "don't text me",
      'DO NOT CALL ME',
      'never contact me again',
      'please no longer text me',
      'dnt text me',
      'do not text this number',
    ],
    counterExamples: [
      "they don't text me",
      "why don't you text me",
      "Don't call me at work, call my cell",
      'do not call me after 8 pm',
    ],
  },
  {
    phrase: '{never} [ever|be] {say} [to|with] {me} at|on this|my|that number|phone|cell|line',
    reading: 'opt-out',
    examples: ["don't call me at this number", 'do not text me on my phone'],
  },
  {
    phrase:
      '[if|and|or|unless] {never} [ever|be] {say} [to|with] {me} (again|anymore|ever|no|for any)',
    reading: 'opt-out',
    examples: ['do not contact me again'],
  },
  {
    phrase: '{never} [ever] {say} [me|us] [this] [number] {anymore}',
    reading: 'opt-out',
    examples: [
      'do not call back',
      "don't text again",
      'never call again',
      'do not reach out again',
    ],
    counterExamples: ["you don't call anymore"],
  },
  {
    phrase:
      '[just|so|and|then|no|said|need to|must|people|really] {never} {say} [period|ever|or] [{say}]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ["Don't call", 'do not text', 'dont call or text'],
    counterExamples: ["I don't text", 'i do not text while I drive'],
  },
  {
    phrase:
      '{never} [ever] send|sending [me|us|him|her|to this] [number] (any|more|these|this|anymore|those|such|your|anything|{things}) [more|of|else] [these|those|{things}]',
    reading: 'opt-out',
    examples: [
      "don't send any more messages",
      'do not send me any texts',
      "please don't send these",
    ],
    counterExamples: ["don't send it to my old address", 'do not send the bill yet'],
  },
  {
    phrase: '{never} send [me|us] {things}|anything|nothing|anymore|again',
    reading: 'opt-out',
    examples: ['do not send anything else', "don't send me texts"],
  },
  {
    phrase: 'no {these} [of] [these|your|those] {things}',
    reading: 'opt-out',
    examples: ['no more texts', 'No more phone calls', 'no more of these messages'],
    counterExamples: [
      'no more than two calls a day',
      'no more payments please',
      'no more questions',
    ],
  },
  {
    phrase:
      'no {things} [ever|at|from|to|allowed|period|anymore|or|and] [all|you|this|me|{things}] [number]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['no calls', 'No texts', 'no contact'],
    counterExamples: ['no calls came through today', 'no message was left'],
  },
  { phrase: 'no more|mas', reading: 'opt-out', where: 'sentence', examples: ['no more'] },
  {
    phrase:
      '{never} {want} [to] [get|receive|have|see|getting|receiving] [any|more|these|those|this|your|the|all|such|no|of|any more] [of|more|these|your|those] [of|these|your] {things}',
    reading: 'opt-out',
    examples: [
      "I don't want these texts",
      'I do not wish to receive your messages',
      'I no longer want texts',
    ],
    counterExamples: ["I don't want to miss your call", 'if you no longer want texts'],
  },
  {
    phrase:
      '{never} {want} [you|u|anyone|them|nobody|yall|people] [to] [be|get] ({said}|{saying}|{say})',
    reading: 'opt-out',
    examples: [
      'I do not want you to contact me',
      'i do not wish to be contacted',
      "I don't want you texting me",
    ],
    counterExamples: ["I don't want you to miss it"],
  },
  {
    phrase:
      '{never} {want} [to] (receive|get|hear|see|have) [any|more] (these|this|anything|from you|from yall|from your|anymore|any)',
    reading: 'opt-out',
    examples: [
      "I don't want to hear from you again",
      'no longer want to receive these',
      'do not want to get any',
    ],
    counterExamples: ["I don't want to hear about the weather"],
  },
  {
    phrase: '{never} {want} [any|none] this|these|it|your|more|anymore|them',
    reading: 'opt-out',
    where: 'end',
    examples: ["I don't want this", "I don't want any more"],
    counterExamples: ["I don't want this plan"],
  },
  {
    phrase:
      '{never} {want} to be ({said}|on your list|on this list|on any list|part of this|in this|on the list|in your system)',
    reading: 'opt-out',
    examples: ["I don't want to be bothered", "I don't want to be on your list"],
    counterExamples: ["I don't want to be removed", "I don't want to be on hold"],
  },
  {
    phrase:
      'rather|prefer|appreciate|asking|ask|asked|told|tell|request|want|wish|like|demand [it] [if] [you|yall|u|them|your company|people] [all|people|guys] [to] ({never}|didnt|did not|stopped|would not|wouldnt|quit) [to] {say} [{me}] [{anymore}]',
    reading: 'opt-out',
    examples: [
      "I'd rather you didn't call",
      'I told you not to call',
      'I am asking you to no longer contact me',
      "I'd appreciate it if you didn't text me",
    ],
    counterExamples: ['you told me not to call'],
  },
];
