/** English: that this be the last one; turned off, forgotten, had enough of, asked before (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishLast: readonly Phrase[] = [
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
    phrase:
      '(forget|pretend) [that] (you|u|yall) [ever|never|even|dont] (had|have|know|knew|got|saw|met|heard of|called|texted) ({me}|{number})',
    reading: 'opt-out',
    examples: ['forget you ever had my number', 'pretend you never had this number'],
    counterExamples: ['did you forget you had my card'],
  },
  {
    phrase: 'forget about {saying} {me}',
    reading: 'opt-out',
    examples: ['forget about texting me'],
    counterExamples: ["I'll forget about calling, see you there"],
  },
  {
    phrase:
      '(get rid of|throw away|throw out|toss|toss out|trash|ditch|dump|shred|destroy|burn|forget) (my|this|our|that) (number|digits|info|information|contact|contact info|phone number)',
    reading: 'opt-out',
    examples: ['get rid of my number', 'toss my info', 'trash this number'],
    counterExamples: ['I forgot my number'],
  },
  {
    phrase: '(turn|shut|switch|turning|turned) [{these}] [{these}] {things} off',
    reading: 'opt-out',
    examples: [
      'turn these messages off',
      'shut these texts off please',
      'i want the alerts turned off, turn texts off',
    ],
    counterExamples: ['turn the water off'],
  },
  {
    phrase:
      '(go away|get lost|leave|scram) and (stay|dont come|dont call|dont text|dont bother|dont ever|never|do not|leave|quit|{stop}|lose) ~4',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['go away and stay away', 'get lost and dont come back'],
    counterExamples: ['we go away and never cook'],
  },
  {
    phrase: '[just|please] (go away|get lost|goodbye) (forever|for good|for ever)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['go away forever'],
  },
  {
    phrase:
      '(let me|let us|get me|get us) (off|out|out of|off of) [of] {whose} [text|damn|stupid|group] ({list}|{things}|thing|thread|chat|group|train)',
    reading: 'opt-out',
    examples: ['let me off this thing', 'let me out of this group chat'],
    counterExamples: ['let me off at the corner'],
  },
  {
    phrase:
      '(wanna|want to|need to|like to|wish to) be (off|out|off of|out of) [of] (this|these|it|here|the list|your list|everything)',
    reading: 'opt-out',
    where: 'end',
    examples: ['i wanna be off this'],
    counterExamples: ['I want to be out of here by five'],
  },
  {
    phrase:
      '(get|getting|got) (off|out) [of] {whose} [text|group] (group|thread|chat|text thread|group chat|thing|list|texts|messages)',
    reading: 'opt-out',
    examples: ['how do I get out of this group'],
    counterExamples: ['how do I get out of jury duty'],
  },
  {
    phrase:
      '(pull|strike|scratch|cross|cross out|take down|take off) (my name|my number|our name|our number|this number) [off|down|out]',
    reading: 'opt-out',
    where: 'end',
    examples: ['pull my name', 'cross out my number'],
    counterExamples: ['did you take my name'],
  },
  {
    phrase: 'count (me|us) out of ~2 ({things}|{ads}|this|these)',
    reading: 'opt-out',
    examples: ['count me out of these texts'],
    counterExamples: ['count me out for Friday'],
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
    phrase:
      '{never} (ask|try|come|write|ring|show up|bother) [me|us|asking|trying|back|here] (again|anymore|no more|ever again|back)',
    reading: 'opt-out',
    where: 'end',
    examples: ['dont ask again', "don't ask me anymore", 'do not try again', 'never come back'],
    counterExamples: [
      "please don't ask for ID again, I sent it",
      'I will never come back late again',
    ],
  },
  {
    phrase:
      '{never} bother (asking|trying|calling|texting|writing|messaging|contacting|replying|responding) [me|us] [again|back|anymore]',
    reading: 'opt-out',
    where: 'end',
    examples: ["don't bother trying again"],
    counterExamples: ["don't bother calling ahead, just come"],
  },
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
    phrase:
      '{quit} (asking|begging|pushing) [me|us|for|people] [for] [money|again|donations|more|a donation|my vote|votes]',
    reading: 'opt-out',
    where: 'end',
    examples: ['i already donated stop asking', 'quit begging for money'],
    counterExamples: ['stop asking for my ssn over text'],
  },
  {
    phrase: '{quit} leaving [me|us] [{these}] [voice|so many] ({things})',
    reading: 'opt-out',
    examples: ['stop leaving me voicemails', 'stop leaving messages'],
    counterExamples: ['stop leaving packages in the rain'],
  },
  {
    phrase:
      '(will|would|can|could|why dont) (you|u|yall|you guys|you people) [all|just] (quit|cease|knock it off|cut it out|get lost|go away) [it|already|now|this|that]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['will you please quit', 'would you just go away'],
    counterExamples: ['would you quit your job for this'],
  },
  {
    phrase:
      '[just|now|you can|will you|so|and|must|immediately] (discontinue|desist|cease) [now|immediately|this|these|it|all|at once|everything]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ["I can't be getting these. Please discontinue.", 'Wrong person. Cease.'],
    counterExamples: ['cease fire news'],
  },
  {
    phrase: '(take|pull|get) (it|this|that) off [now|of there]',
    reading: 'unclear',
    where: 'sentence',
    examples: ['this number belongs to someone else now, take it off'],
    counterExamples: ['take it off my account'],
  },
  {
    phrase:
      '(not interested|no|nope|nah|nothanks|not me|not mine|not him|not her) (remove|unsubscribe|delete|quit|cancel|end|unsub|take off) [me|it|us|this|number|now]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['not interested please remove', 'no thanks remove'],
    counterExamples: ['no cancel the second one'],
  },
];
