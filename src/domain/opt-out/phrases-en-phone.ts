/** English: what is not wanted on a telephone, where nobody is to call, and what comes next (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishPhone: readonly Phrase[] = [
  {
    phrase:
      '[please|and|so|just|i said|absolutely] no (more|mas) [of] [this|your|that|these|those|ur|yalls] ~2!{number} ({things}|{ads}|solicitors|telemarketers|politics|politicians|propaganda|fundraising) [on|to|at|in|from|for] [{me}|my inbox|our phones|you|yall|you people] [please|ever|again|anymore|period]',
    reading: 'opt-out',
    where: 'sentence',
    examples: [
      'no more political bs on my phone',
      'no more trump texts',
      'no more of this campaign junk on my cell',
      'No more fundraising texts to my phone please',
      'no more solicitors',
    ],
    counterExamples: ['no more room for my stuff on the truck', 'no more questions'],
  },
  {
    phrase: 'nomore [{things}|{ads}]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['nomore texts'],
  },
  {
    phrase:
      '{never} [ever|be] {say} [to] [{me}] (at|on|to|in|from) [my|our|the] (work|job|home|house|office|phone|cell|school|church|workplace|business|place) [phone|number|line|cell] (again|anymore|ever|ever again|any more|no more|any longer)',
    reading: 'opt-out',
    examples: [
      "Don't call me at work again",
      "don't contact me at work anymore",
      'never call me at home again',
    ],
    counterExamples: ["Don't call me at work today"],
  },
  {
    phrase:
      '{never} [be|start|keep|go|even] [on] {saying} [to|up] ({me}|{things}|my line|our line) [up]',
    reading: 'opt-out',
    examples: [
      "don't be callin me",
      'please do not be sending me messages',
      'dont be blowin up my phone',
    ],
    counterExamples: ["they don't be calling me back", 'not calling about the bill'],
  },
  {
    phrase:
      '(they|he|she|you|u|yall|people|it|im|am|is|are|was|were|youre|theyre) (dont|never|do not|not) [be|keep] {saying}',
    reading: 'not',
    examples: ["why they don't be calling me back", "I'm not calling my mom now"],
    counterExamples: ["don't be calling me"],
  },
  {
    phrase:
      '(get|keep|take|want) [{these}] [{these}] ~1!{number} ({things}|{ads}|politics|propaganda|mess|trash|nonsense|bull|scam|scams) [the] (off|off of|out of|away from|outta) (my|our|this) (phone|cell|line|inbox|mobile|screen|texts|messages)',
    reading: 'opt-out',
    examples: [
      'Get this crap off my phone',
      'keep your politics off my phone',
      'take this garbage off my phone',
    ],
    counterExamples: ['how do I get the pictures off my phone'],
  },
  {
    phrase:
      '{never} {want} (any|no|none|one) (more|mo|other) [of] (this|these|those|it|that|your|ur|them|yall) [{things}|{ads}|mess]',
    reading: 'opt-out',
    where: 'end',
    examples: ['I dont want any more of these', "don't want no more of your mess"],
    counterExamples: ["I don't want any more of the blue ones"],
  },
  {
    phrase:
      '(aint|ain t|never) (want|wanna|wanted|need|needed|ask for|asked for|asking for|asking to get|signed up for|sign up for|interested in) [no|any|none] [of] [{these}] [{these}] ({things}|{ads})',
    reading: 'opt-out',
    examples: ['I aint want these messages', "ain't asked for no texts"],
    counterExamples: ["I ain't want the blue one"],
  },
  {
    phrase:
      '(not|aint|isnt|nobody) (trying|tryna|looking|wanting|willing|tryin|asking|finna|bout to|about to|gonna) [to] [keep|be] (get|getting|gettin|receiving|receive|have|hear|read|see) [no|any] [more|mo] [of] [{these}] [{these}] ({things}|{ads}) [from] [you|yall|u|you people|anymore|no more|again] [anymore]',
    reading: 'opt-out',
    where: 'end',
    examples: ['aint tryna get no texts from yall'],
    counterExamples: ['I am not trying to get a refund'],
  },
  {
    phrase:
      '{never} (want|tryna|trying to|wanna|need|like|care|wish) [to] [be] (getting|get|receiving|receive|see|hear) [no] [more] [{these}] [{these}] ({things}|{ads}|from you|from yall|from u) [no more|anymore|at all]',
    reading: 'opt-out',
    examples: ["I don't like to get these texts", "I don't want to be getting your texts"],
    counterExamples: ["I don't want to get the flu"],
  },
  {
    phrase:
      '[and|so|all|just|really|honestly] [i|we] [im|am|are|were] [so|all|just|totally] (done|finished|through|had it|ive had it) (with|w) (these|them texts|these texts|yall texting|you texting|you calling|yall calling|your texts) [me|now|people|already]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ["I'm done with these", "I'm through with yall texting me"],
    counterExamples: ["I'm done with these forms", "I'm done with the car"],
  },
  {
    phrase:
      '{never} ({say}|ask|send) [me|us|here|this number] [with|any|for] [more] (about|regarding|concerning|on|with) (politics|elections|election|voting|candidates|your campaign|the election|donations|money|your candidate|political)',
    reading: 'opt-out',
    examples: ['Do not text about politics', "don't call me about the election"],
    counterExamples: ['they do not call about politics'],
  },
  {
    phrase:
      '(one|1|another) more ({things}|time) [from] [you|yall|u] (and|n|then|or) (i|im|ill|we|were|well|i will|i am|i swear|imma|ima) ~3 (sue|suing|report|reporting|block|blocking|calling the|call the|contacting|filing|file|pressing|lawyer|legal|cops|police|going to court|court)',
    reading: 'opt-out',
    examples: ["one more text and I'm suing", 'one more call and we are filing a report'],
    counterExamples: ['one more call and I am done for the day'],
  },
  {
    phrase:
      '(stop|quit) (getting|receiving) [any|all] [{these}] [{these}] ({things}|{ads}|these|them|this)',
    reading: 'opt-out',
    where: 'end',
    examples: ['how do I stop getting these', 'I want to stop receiving your messages'],
    counterExamples: ['why did I stop getting these texts', 'if I stop getting texts'],
  },
  {
    phrase: '(which|wat|wut) part of (dont|{stop}|leave me alone|remove me|quit)',
    reading: 'opt-out',
    where: 'start',
    examples: ['which part of stop is confusing'],
  },
  {
    phrase: '(lose|forget|erase|trash) (these|them|those|dis) (digits|numbers|number)',
    reading: 'opt-out',
    examples: ['Lose these digits'],
    counterExamples: ["don't forget these numbers"],
  },
  {
    phrase: 'screw|shove|naff off',
    reading: 'opt-out',
    where: 'text',
    examples: ['screw off'],
  },
];
