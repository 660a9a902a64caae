/** English: threats, lawyers, authorities and rights (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishThreats: readonly Phrase[] = [
  {
    phrase: '({will}|i|we|gonna) (sue|suing)',
    reading: 'opt-out',
    examples: ['I will sue', "I'll sue you", 'we can sue you'],
    counterExamples: ['sue said she would call you', 'I will see Sue there'],
  },
  {
    phrase: 'sue|suing you|u|your|yall|yalls',
    reading: 'opt-out',
    examples: ['keep it up and I sue you', "I'm suing you"],
  },
  {
    phrase: '(lawsuit|law suit|class action|legal action|small claims|restraining order)',
    reading: 'opt-out',
    examples: ['this is going to be a lawsuit', 'I will take legal action'],
    counterExamples: [],
  },
  {
    phrase: 'see|meet|take|taking|taken you|u|yall|this [all|guys|people] in|to court',
    reading: 'opt-out',
    examples: ["I'll see you in court", 'I am taking you to court'],
  },
  {
    phrase: 'press|pressing|file|filing charges|suit',
    reading: 'opt-out',
    examples: ['I am pressing charges'],
  },
  {
    phrase:
      'my|our {lawyer} (will|is going to|gonna|shall|can) [be] [in] (contact|contacting|call|calling|hear|sue|suing|touch|reach|reaching|deal)',
    reading: 'opt-out',
    examples: ['my attorney will be contacting you', 'my lawyer will be in touch'],
    counterExamples: ['my attorney will be at the closing'],
  },
  {
    phrase: 'hear|hearing ~1 from ~1 {lawyer}',
    reading: 'opt-out',
    examples: ['You will hear from my attorney', "you'll be hearing from my lawyer"],
  },
  {
    phrase:
      '(calling|contacting|getting|hiring|notifying|forwarded|forwarding|turning|turned|sending|sent|informing|consulting|retained|hired|through|call|contact|thru|to|get) ~3 (my|our|a|an) {lawyer}',
    reading: 'opt-out',
    examples: [
      "next text and I'm calling my lawyer",
      'I have forwarded this to my attorney',
      'All communication must go through my attorney',
      'contact my attorney',
      'speak to my lawyer',
    ],
    counterExamples: [
      'I need to talk to my attorney first',
      'let me call my lawyer and get back to you',
    ],
  },
  {
    phrase: 'represented by ~2 {lawyer}',
    reading: 'opt-out',
    examples: ['I am represented by an attorney'],
  },
  {
    phrase: '{agency}',
    reading: 'opt-out',
    examples: [
      'reporting you to the FCC',
      'You are violating the TCPA',
      'I will report you to the FTC',
      'Reported to the attorney general',
    ],
    counterExamples: [],
  },
  {
    phrase:
      'report|reporting|reported|block|blocking|blocked|blacklisting you|u|your|this|these|yall|and [number|phone|text|texts|as|company|reported|reporting|blocked|spam]',
    reading: 'opt-out',
    examples: [
      'reporting you',
      "I'm reporting this number",
      'I have blocked and reported this number',
      'I am blocking you',
    ],
    counterExamples: [
      'the police report is attached',
      'I will report to the office on Monday',
      'you blocked my card',
    ],
  },
  {
    phrase: 'reported|reporting|blocked|report|block',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['reported', 'Blocked!'],
  },
  {
    phrase:
      'reported|reporting|report ~2 as|to|for [the] (spam|harassment|scam|junk|police|authorities|state)',
    reading: 'opt-out',
    examples: ['reported as spam'],
  },
  {
    phrase:
      '(file|filing|make|making|filed|submitting|submit) [a|an|my|formal] (complaint|complaints|grievance|report) (against|with|on|if|about) (you|u|the|your|yall|state|if|my state|them|this)',
    reading: 'opt-out',
    examples: ["I'm going to file a complaint with the state", 'filed a complaint against you'],
    counterExamples: [
      'I filed a complaint with my bank about the double charge',
      'the complaint I filed was about the water',
    ],
  },
  {
    phrase: '(file|filing|make|making) [a|an|my|formal] (complaint|complaints|report)',
    reading: 'opt-out',
    where: 'end',
    examples: ["This is harassment and I'm filing a complaint"],
  },
  {
    phrase:
      '(calling|call|contact|contacting|going to|involve|involving|getting|notify|notifying|get) [the|to the] {police}',
    reading: 'opt-out',
    examples: ["I'm calling the cops", "I'm getting the police involved if you don't quit"],
    counterExamples: ['I had to call the police last night'],
  },
  {
    phrase: 'harassment|harrassment|harrasment|harassing|harrassing|harassed|harass',
    reading: 'opt-out',
    examples: ['harassment', 'you are harassing me', 'this is harrassment'],
    counterExamples: [],
  },
  {
    phrase:
      '(illegal|illegally|unlawful|unlawfully|against the law|breaking the law|broke the law|violating|violation|violates|invasion of privacy)',
    reading: 'opt-out',
    examples: ['this is illegal and I have a lawyer', "You're breaking the law by texting me"],
    counterExamples: ['I got a parking violation', 'a traffic violation'],
  },
  {
    phrase: '(have|got|ive) (a|an) {lawyer}',
    reading: 'unclear',
    examples: ['I have a lawyer'],
    counterExamples: ["I'm an attorney, I'll review the contract"],
  },
  {
    phrase: '[my|our|call|calling] {lawyer} [is ready|is on it]',
    reading: 'opt-out',
    where: 'text',
    examples: ['lawyer', 'My attorney!'],
  },
  {
    phrase: '(litigation|get sued|getting sued|be sued|being sued|sued by me|will be sued)',
    reading: 'opt-out',
    examples: ['litigation', 'you must want to get sued'],
  },
  {
    phrase:
      '(file|bring|filing|bringing|filed) [a|an|law] (suit|case|claim) (against|on) <you|u|your|yall|them>',
    reading: 'opt-out',
    examples: ["I'll file a suit against you"],
  },
  {
    phrase:
      '(youre|you are|ur|u r|you have been|youve been|number is|you been|this number is|number has been) [now|all|being|been|officially|hereby] blocked',
    reading: 'opt-out',
    examples: ["you're blocked", 'your number is now blocked'],
    counterExamples: ['my card is blocked', 'the road is blocked'],
  },
  {
    phrase:
      '(marking|marked|flagging|flagged|reporting|reported|mark) [this|you|it|these|u] [as] [a] (spam|junk|scam|scammers|spammers|harassment)',
    reading: 'opt-out',
    examples: ['marking as spam', 'reporting spam'],
    counterExamples: ['mark it paid'],
  },
  {
    phrase: 'spam [is|and|number|you|youre|now] [are] blocked',
    reading: 'opt-out',
    examples: ['spam blocked'],
  },
  {
    phrase:
      '[this|its|thats|here|ur] [is] [your|ur|the|my|you] (final|last) (warning|notice|chance)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['final warning', 'this is your last warning'],
    counterExamples: ['I got the last warning', 'last warning light came on'],
  },
  {
    phrase: '{never} make me {say} ~1 ({lawyer}|{police}|{agency})',
    reading: 'opt-out',
    examples: ["don't make me call my lawyer"],
  },
  {
    phrase: '(no|not any|never had|without any|zero) (authority|business|reason|grounds) to {say}',
    reading: 'opt-out',
    examples: ['you have no authority to call'],
    counterExamples: ['there is no reason to wait'],
  },
  {
    phrase: '(youre|you are|ur|u are|you were|was) (not|never) (authorized|permitted|allowed)',
    reading: 'opt-out',
    where: 'end',
    examples: ["you're not authorized"],
  },
  {
    phrase:
      'who (gave|give|told|sold) (you|u|yall) [guys|people] (permission|consent|my number|this number|my info)',
    reading: 'unclear',
    examples: ['who gave you permission'],
  },
  {
    phrase:
      '(500|1500|1000|1 500) [dollars|bucks] (per|each|for each|for every|a|every) (text|call|message|violation|txt|unsolicited)',
    reading: 'opt-out',
    examples: ['$500 per text', 'you owe me $1,500 for each text'],
    counterExamples: ['$500 per month is fine'],
  },
  {
    phrase:
      '(record|records|log|screenshots|screenshot|screenshotting|documenting|saving|recording|evidence) ~5 for|to (my|our|a|the) ({lawyer}|court)',
    reading: 'opt-out',
    examples: ["I'm keeping records of these calls for my lawyer"],
    counterExamples: ['I sent my records to the doctor'],
  },
  {
    phrase: 'know my rights',
    reading: 'unclear',
    examples: ['I know my rights'],
  },
];
