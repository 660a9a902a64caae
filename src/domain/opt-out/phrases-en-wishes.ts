/** English: the same said politely, in the passive or as a question (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishWishes: readonly Phrase[] = [
  {
    phrase:
      '{want}|wants|like|prefer|request|requesting|have|get|got|needs|getting|having|please (me|us|my family|{number}) [to be] [immediately|permanently] (removed|taken|deleted|erased|unsubscribed|dropped|scrubbed|unlisted|out of) [off|out|of|from] [{whose}] [{list}]',
    reading: 'opt-out',
    examples: [
      'I would like my number removed',
      'have me removed',
      'I want my name taken off',
      'we want our number deleted from your system',
    ],
    counterExamples: ['have the stitches removed', 'I would like the fee removed'],
  },
  {
    phrase:
      '(asked|requested|told|asking|requesting|begging|begged) [you|yall|u|people|many times|several times|repeatedly|already|twice|three times|before|multiple times|nicely] to be (removed|taken off|unsubscribed|deleted|left alone|dropped)',
    reading: 'opt-out',
    examples: ['I have asked to be removed several times', 'I asked you to be taken off'],
    counterExamples: ['I asked for the fee to be removed'],
  },
  {
    phrase:
      '(make sure|make certain|see to it|ensure|assure|see that|confirm|confirm that|please confirm) ~3 (not|never|nobody|noone|no one|no longer|dont|wont) ~2 ({said}|calls|texts|messages|contacts)',
    reading: 'opt-out',
    examples: ['Please make sure I am not contacted again', 'make sure nobody calls me again'],
    counterExamples: ['make sure you call me first'],
  },
  {
    phrase:
      '(make sure|make certain|see to it|ensure|see that|confirm|confirm that) [that] [i|we] ({never}|no longer|wont|will not) (get|receive|hear|getting|see|keep getting) [any|these|more|another|from] [more|of|from] [these|you|of]',
    reading: 'opt-out',
    examples: ["make sure I don't get any more of these", 'ensure I no longer receive these'],
  },
  {
    phrase:
      '(make sure|make certain|see to it|ensure|see that|confirm|confirm that) [that] (i am|im|we are|were|i have been|my number is|this number is|my name is|our number is|i get|it is|its) ~1 (removed|off|deleted|unsubscribed|taken off|opted out)',
    reading: 'opt-out',
    examples: ['please see that I am removed', 'make sure my number is deleted'],
    counterExamples: ['make sure the old card is removed'],
  },
  {
    phrase:
      '(rather|prefer|choose|wish|like|elect|chosen|want) (not|not to|to not|id not|i not|you not) (get|receive|have|getting|receiving|see|hear|be getting|be receiving|keep getting) [any|these|your|this|more|anymore|further|such] [more|of|further] [of] [these|your|this|those] ({things}|this|these|more|anymore|it|from you)',
    reading: 'opt-out',
    examples: [
      "I'd rather not receive any more of these",
      'I prefer not to get texts',
      "I'd rather not get these",
    ],
    counterExamples: ["I'd rather not get the shot", "I'd rather not say"],
  },
  {
    phrase:
      '(appreciate|appreciated|prefer|great|nice|grateful|thankful|glad|rather|good|love|lovely) [it] [if|for] [you|i|we|u|yall|my number|this number] (not|wasnt|was not|werent|were not|arent|no longer|stopped|no more|never|didnt|stop|quit|would stop|could stop|would quit|wouldnt|would not) [being|be|getting|receiving|to be] [any|these|those|your|all] ({said}|{saying}|{things})',
    reading: 'opt-out',
    examples: [
      "I'd appreciate not being called",
      'it would be great if you stopped texting',
      "I would appreciate it if I wasn't contacted",
    ],
  },
  {
    phrase:
      '(not comfortable|uncomfortable|dont like|do not like|dont enjoy|do not enjoy|dont appreciate|do not appreciate|hate|annoyed by|dislike|sick of|tired of) (receiving|getting|having|all|being) [these|your|all|any|so many|such|all these|those|the] [{these}] ({things}|{said})',
    reading: 'opt-out',
    examples: ["I don't like getting these texts", 'I am not comfortable receiving texts'],
    counterExamples: ["I don't like getting up early"],
  },
  {
    phrase:
      '(no|zero|not any|absolutely no|never any) (interest|desire|wish|need|use|intention) (in|for|to|of) [be|being|getting|receiving|get|receive|hearing|hear|have|having] [your|these|any|this|more|further|such] ({things}|{said}|from you)',
    reading: 'opt-out',
    examples: ['I have no interest in receiving texts', 'no desire to be contacted'],
    counterExamples: ['no interest rate yet'],
  },
  {
    phrase:
      '(can|could|would|will|why) [you|u|yall|you guys|you people|we] [just] not [do this|do this anymore]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['can you not', 'could you just not', 'Can we not do this anymore'],
    counterExamples: ['can you not find the address'],
  },
  {
    phrase: 'mind (removing|unsubscribing|deleting|erasing|dropping) (me|us|{number})',
    reading: 'opt-out',
    examples: ['would you mind removing me'],
    counterExamples: ['would you mind removing the fee'],
  },
  {
    phrase: 'mind (taking|pulling|getting|keeping) (me|us|{number}) (off|out)',
    reading: 'opt-out',
    examples: ['do you mind taking me off'],
    counterExamples: ['would you mind taking me to the store'],
  },
  {
    phrase:
      '(respect|honor|honour|accept|acknowledge|process) (my|our|this|the) [{optOut}|removal|{stop}] (request|requests|wishes|wish|privacy|choice)',
    reading: 'opt-out',
    examples: ['Please honor my opt out request', 'respect my wishes'],
    counterExamples: ['respect the deadline'],
  },
  {
    phrase:
      '[i|we] [am|im|want|demand|demanding|need] [requesting|request|process] [my|for|the|immediate|a] removal [request] [from] [your|the|this|all] [call|text|contact|calling|mailing] [{list}]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['Removal please', 'I am requesting removal', 'request removal from your list'],
    counterExamples: ['do you offer snow removal', 'request removal of the late fee'],
  },
  {
    phrase:
      '(way|ways|how|where) [for me] [do|can|could] [i|we|me] [go] [to] {stop} [these|this|it|them|that|all|your] [{things}]',
    reading: 'opt-out',
    where: 'end',
    examples: ['is there a way to stop these', 'how do I stop these texts'],
    counterExamples: ['is there a way to stop by after hours'],
  },
  {
    phrase:
      'do to (get|make|have) (you|u|this|these|it|yall|them|you people|you guys|it all|the) [{things}] [to] [{stop}|{quit}]',
    reading: 'opt-out',
    where: 'end',
    examples: ['what do I have to do to get you to stop'],
    counterExamples: ['what do I have to do to get you the papers'],
  },
  {
    phrase:
      '(refuse|reject|decline|object to|declining|refusing|opposed to) [to] [get|receive|receiving|getting|be|being|accept|any|all|further|future|more|these|your] [all|any|further|these|your|more|future|being] [of] [these|your|such] ({things}|{said})',
    reading: 'opt-out',
    examples: [
      'I refuse these calls',
      'I refuse to receive your messages',
      'I object to being contacted',
      'I decline further messages',
    ],
    counterExamples: ['I refuse to pay', 'I decline the insurance', 'I object to the fee'],
  },
  {
    phrase:
      '(refuse|reject|decline|opposed|object) (to|to ever) (receive|get|accept|receiving|getting) (these|this|any|more|anything|further) [more|of] [of] [these]',
    reading: 'opt-out',
    where: 'end',
    examples: ['I refuse to receive these', 'I object to receiving any more of these'],
    counterExamples: ['I refuse to receive this package'],
  },
  {
    phrase:
      '(said|asked|told|tell|telling|say|asking) [you|u|yall|them|you guys|you people|your people] (not to|to not|to never) ({say}|contact) [{me}] [{anymore}]',
    reading: 'opt-out',
    where: 'end',
    examples: ['I said not to call', 'I told them not to text me'],
    counterExamples: ['you told me not to call'],
  },
  {
    phrase:
      '(your|these|the|such|those|all|more) {things} (are|is) [all|so|really] (not|un|very|no longer)  [un|very|so] (welcome|wanted|unwelcome|unwanted|appreciated|necessary|unnecessary|needed)',
    reading: 'opt-out',
    examples: ['your texts are not welcome', 'these calls are no longer wanted'],
  },
  {
    phrase:
      '{things} (are|is) [all|so|really] (unwanted|unwelcome|unnecessary|unsolicited|a nuisance)',
    reading: 'opt-out',
    examples: ['your texts are unwanted'],
  },
];
