/** English: the words that the FCC names, alone or with something around them (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishStop: readonly Phrase[] = [
  {
    phrase: '{stop} [{stop}] [{stop}]',
    reading: 'opt-out',
    where: 'text',
    examples: ['STOP', 'Stop!!', 'S T O P', '🛑', 'sotp', 'stop. stop! STOP'],
  },
  {
    // Words of their own, but no one replies with them alone.
    phrase: 'atop|sop|stoop|stomp|strop|slop|stow|quiy|quot',
    reading: 'opt-out',
    where: 'text',
    examples: ['Atop'],
    counterExamples: ['atop the hill'],
  },
  {
    phrase: '{optOut} [{stop}]',
    reading: 'opt-out',
    where: 'text',
    examples: ['Unsubscribe', 'opt-out', 'OPTOUT please', 'unsubcribe'],
  },
  {
    phrase:
      'end|quit|qiut|qit|quitt|cancel|revoke|remove|delete|unenroll|unlist|unregister|halt|cease|optout [now|today|immediately|all|it|this|these|everything|texts|me]',
    reading: 'opt-out',
    where: 'text',
    examples: [
      'END',
      'Quit.',
      'cancel please',
      'Cancel all',
      'revoke',
      'Cancle',
      'Remove',
      'unenroll',
    ],
    counterExamples: ['I quit my job', 'the end', 'Cancel the appointment'],
  },
  {
    phrase: '{stop} [to|2|and|or|4] {ends}',
    reading: 'opt-out',
    where: 'text',
    examples: ['Stop to end', 'stop 2 quit', 'STOP and unsubscribe'],
  },
  {
    phrase: 'stop2quit|stop2end|stop2cancel|stop4ever',
    reading: 'opt-out',
    where: 'start',
    examples: ['Stop2quit'],
  },
  {
    phrase: 'reply|text|txt|send|replying|texting|type|replied|responding {stop}',
    reading: 'opt-out',
    where: 'text',
    examples: ['reply STOP', 'text stop'],
  },
  {
    phrase: '{stop} ~4',
    reading: 'opt-out',
    where: 'sentence',
    examples: [
      'Stop you idiot',
      'STOP right now',
      'stop my wife handles this',
      'Stop - John',
      'STOP 12345',
    ],
    counterExamples: ['stop by tomorrow', 'stop payment', 'stop at the desk'],
  },
  {
    phrase:
      '~8 {stop} [now|already|it|this|that|immediately|asap|today|{stop}|me|man|forever|yes|no|again|right now]',
    reading: 'opt-out',
    where: 'sentence',
    examples: [
      'I said STOP!',
      'i told you to stop',
      'can you stop',
      'this has to stop',
      'wrong person stop',
    ],
    counterExamples: ['the bus stop', 'I cannot stop', "don't stop", 'I did not ask to stop'],
  },
  {
    phrase:
      '{stop} <this|that|it|its|i|im|ive|id|ill|you|youre|u|ur|yall|we|were|who|whoever|he|she|hes|shes|they|theres|there|wrong|not|no|my|dont|do|me|all|how|what|why|where|leave|remove|unsubscribe|quit|asap|immediately|right|and|or|before|already|is|are|nobody|never|take|lose|got|am|because|cuz|since|any>',
    reading: 'opt-out',
    where: 'start',
    examples: [
      'STOP this is harassment and I want it in writing',
      'Stop I dont know who you are or why you have my number',
      'Stop all of this nonsense right now today',
    ],
    counterExamples: ['stop by my house'],
  },
  {
    phrase: '{optOut} ~5',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['unsubscribe I never asked for this', 'unsubscribe from all', 'opt out now'],
    counterExamples: [
      'unsubscribed from the newsletter but want the texts',
      'opt out of paperless',
    ],
  },
  {
    phrase:
      'i|me|us|im|ive|id|want|like|wish|need|how|please|must|asked|already|requested|requesting|request|number|to|phone|from|just|and|you|will|can ~ {optOut}',
    reading: 'opt-out',
    examples: [
      'I want to opt out',
      'I opt out',
      'how do I unsubscribe',
      'I opted out already',
      'i would like to be unsubscribed',
    ],
    counterExamples: ['can I opt out of autopay', 'what is the opt out policy'],
  },
  {
    phrase: '{quit} [it|with] [that|this|these|your|all|me|the|my|us|our|here] {saying}',
    reading: 'opt-out',
    examples: [
      'stop texting me',
      'quit calling',
      'please stop contacting this number',
      'Stop fucking texting me',
      'stop texing me',
      'quit with the texting',
    ],
    counterExamples: [
      "don't stop texting me",
      'why did you stop sending me coupons',
      'he will not stop calling me',
    ],
  },
  {
    phrase:
      '{stopish} (texting|calling|txting|messaging|contacting|texing|callin) (me|us|here|this)',
    reading: 'opt-out',
    examples: ['spot texting me'],
  },
  {
    phrase: '{quit} [with] [{these}] [{these}] [{these}] {things}',
    reading: 'opt-out',
    examples: [
      'stop the messages',
      'Stop all messages to this number',
      'stop with the texts',
      'discontinue all calls',
    ],
    counterExamples: ["don't stop the messages"],
  },
  {
    phrase:
      'end|cancel|terminate [{these}] [{these}] ({things}|enrollment|subscription|thread|conversation|text thread)',
    reading: 'opt-out',
    examples: [
      'cancel these texts',
      'end all messages',
      'Cancel my text alerts',
      'please end this text thread',
    ],
    counterExamples: ['at the end of the call'],
  },
  {
    phrase:
      '[just|please|you|can|need|to|now] end|cancel|quit this|it|these|that|bothering|all [now|please|already]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['End this', 'quit it', 'cancel this'],
    counterExamples: ['I want to cancel it on Friday'],
  },
  {
    phrase:
      '(make|get|want|need|wish|when will|when does|when do|how do i make|how can i make|how do i get) [it|this|these|that|them|the|those|your|all] [these|this|{things}] [{things}] [to] {stop}',
    reading: 'opt-out',
    where: 'end',
    examples: [
      'make it stop',
      'I want these calls to stop',
      'how do I get these texts to stop',
      'when will this stop',
    ],
    counterExamples: ['when is the next stop', 'how do I get to the bus stop'],
  },
  {
    phrase:
      'said|say|saying|told|telling|asked|asking|ask|replied|sent|texted|typed|wrote|responded|tell|requested|want|begging|need|like|demand|demanding ~ {stop}',
    reading: 'opt-out',
    examples: [
      'i said stop',
      'I have asked you to stop 5 times',
      'how many times do I have to say stop',
      'I replied stop three times already',
      'i texted STOP last week and you still send these',
    ],
    counterExamples: [
      'they told me to stop at the desk',
      'I did not ask to stop',
      'your text said reply STOP to opt out',
      'I need to stop by the bank',
    ],
  },
  {
    phrase: '{stop} {stop}',
    reading: 'opt-out',
    examples: ['you people stop stop stop I mean it'],
  },
  { phrase: '[{quit}] cease and desist', reading: 'opt-out', examples: ['cease and desist'] },
  {
    phrase: 'what part of (dont|{stop}|no)',
    reading: 'opt-out',
    where: 'start',
    examples: ['what part of stop do you not get'],
  },
  {
    phrase: 'if you|u {never} ({stop}|quit)',
    reading: 'opt-out',
    examples: ["if you don't stop I will come to your office"],
  },
  {
    phrase:
      '(yes|yeah|yep|no|nope|nah|just|then|so|and) (cancel|quit|end|revoke|remove|delete) [it|this|all|me]',
    reading: 'opt-out',
    where: 'text',
    examples: ['yeah cancel', 'no, quit'],
    counterExamples: ['just cancel my appointment'],
  },
  {
    phrase: 'desist|terminate|cease|discontinue|deactivate|deregister',
    reading: 'opt-out',
    where: 'text',
    examples: ['desist', 'Discontinue.'],
  },
  {
    phrase:
      '{optOut} (of|from) [of] [these|the|your|all|this|my|those|any] [text|phone|marketing] ({things}|{list}|these|this|it|all|everything|you)',
    reading: 'opt-out',
    examples: ['opt out of the texts', 'unsubscribe from your list'],
  },
];
