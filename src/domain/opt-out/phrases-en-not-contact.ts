/** English: what looks like a wish not to be called or texted, and is none (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishNotContact: readonly Phrase[] = [
  {
    phrase: '{never} [ever] {say} [to] [{me}] {when}',
    reading: 'not',
    examples: [
      "Don't call me at work",
      'do not call after 8 pm please',
      "don't text while I'm driving, call",
      'dont call before 9',
    ],
  },
  {
    phrase:
      '(they|he|she|who|why|why do|if|when|if you|when you|since you|because you|but you|why you|how come|nobody|somebody|it|that|unless you|so you|my phone|my son|you told me) ({never}|{didNot}|wont|doesnt|cant)',
    reading: 'not',
    examples: [
      "they don't text me",
      "why don't you text me",
      "if you don't text me back I will come by",
    ],
    counterExamples: [
      'i dont want these texts',
      'I do not consent to texts',
      'we do not want your calls',
    ],
  },
  {
    phrase:
      '<you|u|yall|i|we|she|he|they> (never|dont|do not|didnt|did not|havent|no longer) [ever|even] {say} [{me}] [{anymore}]',
    reading: 'not',
    examples: ["you don't call me anymore", 'you never call me'],
  },
  {
    phrase:
      '{never} {want} [you|u] to ({stop}|remove|miss|take|cancel|end|delete|lose|forget|be removed|unsubscribe|opt out|be taken|have)',
    reading: 'not',
    examples: ["I don't want you to remove me", "we don't want you to stop"],
  },
  {
    phrase:
      '{never} (remove|take|delete|unsubscribe|cancel|lose|forget|drop|erase) ({me}|{number}|from|him|her) [off|from|out] [of] [{whose}] [{list}]',
    reading: 'not',
    examples: [
      'do not remove me from the list',
      "please don't take me off your list",
      "don't forget my number",
    ],
  },
  {
    phrase: '{never} (forget|hesitate|be afraid) to {say}',
    reading: 'not',
    examples: ["Don't forget to call me back"],
  },
  {
    phrase: '{never} want to (miss|lose) ~2 {things}',
    reading: 'not',
    examples: ["I don't want to miss your call"],
  },
  {
    phrase:
      '({didNot}|{never}) [ever] (get|got|receive|received|see|hear|find) ~2 ({things}|email|mail|letter)',
    reading: 'not',
    examples: [
      "didn't get any texts from you",
      'I never got your message',
      "I don't get texts on this phone",
    ],
  },
  {
    phrase:
      'no {things} (came|was|were|left|has|have|yet|today|so|received|since|showed|about|waiting)',
    reading: 'not',
    examples: ['No calls came through today', 'no message was left'],
  },
  {
    phrase: 'no more (than|payments|questions|money|time|information|info|details|excuses|news)',
    reading: 'not',
    examples: ['no more than 50 dollars', 'no more payments please'],
  },
  { phrase: '(never mind|nevermind)', reading: 'not', examples: ['never mind'] },
  {
    phrase: '[just|please] {say} (me|us|my) ~3 {never} {say}',
    reading: 'not',
    where: 'text',
    examples: ["text me, don't call", 'text me dont call'],
  },
  {
    phrase: '~5 {never} ({say}|leave) ~5!{never} (just|instead|only|rather|but) {say} ~5',
    reading: 'not',
    where: 'text',
    examples: ["don't call, just text me", 'do not leave a voicemail, just text me'],
  },
  {
    phrase: '~5!{never} {say} (me|us|instead|my) ~5!{never} {never} {say}',
    reading: 'not',
    where: 'text',
    examples: ["please text me, I work nights, don't call"],
    counterExamples: ["don't text me, don't call"],
  },
  {
    phrase:
      '~5 {never} {say} ~8!{alsoNot} {say} (my|the house|the office|the landline|the home phone|the other|this one|the new|instead|him|her|after|later) ~8',
    reading: 'not',
    where: 'text',
    examples: [
      "Don't call me at work, call my cell",
      "don't text while I'm driving, call after six",
    ],
    counterExamples: [
      "Don't call my job again. dont call my cell either",
      "don't call or text my wife",
    ],
  },
  {
    phrase:
      '(keep|continue|love|like|enjoy|happy|glad) [to] (getting|receiving|sending|get|receive) [these|the|your|my] {things}',
    reading: 'not',
    examples: ['I want to keep getting these texts'],
  },
  {
    phrase:
      '(take|get|took) ~1 (off|of) (autopay|auto|paperless|hold|speaker|work|my account|my bill|my order|the order|the bill|that medication|my card|insurance|the policy|mute|the shelf|at)',
    reading: 'not',
    examples: [
      'take it off my account',
      'take me off autopay',
      'the doctor took me off that medication',
    ],
  },
  {
    phrase:
      '(need to|want to|have to|like to|let me|wanna|must|should|ill) (call|talk|speak|ask|contact|check|consult|talk to|speak to|speak with|talk with|check with) ~1 {lawyer}',
    reading: 'not',
    examples: ['I need to talk to my attorney first', 'let me call my lawyer and get back to you'],
  },
  {
    phrase:
      '(my|our) {lawyer} (said|is|says|told|has|was|will be at|advised|recommended|agreed|sent)',
    reading: 'not',
    examples: ['my lawyer is on vacation', 'My lawyer said I should pay you the 300 now'],
  },
  {
    phrase: 'complaint ~2 (with my|with our|to my) (bank|card|insurance|landlord|employer|doctor)',
    reading: 'not',
    examples: ['I filed a complaint with my bank about the double charge'],
  },
  {
    phrase: '(had to call|called|had to) the {police}',
    reading: 'not',
    examples: ['I had to call the police last night'],
  },
  {
    phrase: '(parking|traffic|speeding|code|building|lease|probation) violation',
    reading: 'not',
    examples: ['I got a parking violation'],
  },
  {
    phrase: '(you|they|bank|he|she) (blocked|reported|block|report) (my|me|the|your|this)',
    reading: 'not',
    examples: ['you blocked my card'],
  },
  {
    phrase:
      'wrong (amount|address|date|time|price|email|account|name|size|color|charge|one|link|bill|item)',
    reading: 'not',
    examples: ['you have the wrong amount'],
  },
  {
    phrase: '(phone|battery|car|cell|laptop) {deceased}',
    reading: 'not',
    examples: ['my phone died'],
  },
  {
    phrase: '(names|items|missing|item|things) from (the|your|my) list',
    reading: 'not',
    examples: ['two names are missing from the list'],
  },
  {
    phrase: '(at|by|to|until|till|in) the end',
    reading: 'not',
    examples: ['at the end of the call'],
  },
  {
    phrase:
      '(dont|do not|didnt) have (permission|authorization|consent) to <sign|enter|open|pay|use|view|see|access|make>',
    reading: 'not',
    examples: ["I don't have permission to sign that"],
  },
  { phrase: 'permission slip', reading: 'not', examples: ['no permission slip'] },
  { phrase: 'lost my (phone|number|info|cell)', reading: 'not', examples: ['I lost my phone'] },
  {
    phrase:
      '(i|we) (will|can|could|may|might|should|would) (end|cancel|quit|delete) ~1 (contract|it|this|them|these)',
    reading: 'not',
    examples: ['I will end the contract in May'],
  },
  {
    phrase: '{never} (call|ring|phone|dial|calling) [{me}] (now|right now)',
    reading: 'not',
    examples: ["don't call me now, I'm in a meeting"],
    counterExamples: ['do not contact me now'],
  },
];
