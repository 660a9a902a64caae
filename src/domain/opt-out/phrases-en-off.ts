/** English: taken off, let out, turned off and forgotten; a number that is not to be used (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishOff: readonly Phrase[] = [
  {
    phrase:
      '[just|and|so] (forget|forget about|drop|exclude|suppress|pull|mute|unlist|disenroll|deactivate|un enroll|un list) (me|us|my number|this number|number|my phone) [from] [your|the|this|all] [{list}|{things}]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['exclude me', 'pull my number from your list', 'un-enroll me', 'forget about me'],
    counterExamples: ['drop me off at five', 'drop me a line'],
  },
  {
    phrase: '(turn|shut|switch) (this|these|them|those) off',
    reading: 'opt-out',
    where: 'end',
    examples: ['turn these off', 'how do I turn this off'],
    counterExamples: ['turn this off at the next light'],
  },
  {
    phrase: '(delete|erase|remove|wipe|purge|scrub) (all|any|all of|every) {number}',
    reading: 'opt-out',
    examples: ['delete all my data'],
  },
  {
    phrase: '[you|i|please|just] take off [now|asap|immediately] [the|your] [list]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['please take off'],
    counterExamples: ['take off tomorrow', 'we take off at noon'],
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
  {
    phrase:
      '{quit} (selling|sharing|giving out|using|giving away|passing around) (my|our|this) [phone|personal] (number|info|information|data|phone|details)',
    reading: 'opt-out',
    examples: ['quit selling my number', 'stop using this number'],
  },
  {
    phrase: '(discontinue|cease|end) [the] use of (this|my|our) [phone] number',
    reading: 'opt-out',
    examples: ['please discontinue use of this number'],
  },
  {
    phrase: '{never} [ever|keep] (use|using) (this|my|our) [phone|cell] (number|phone|cell|line)',
    reading: 'opt-out',
    examples: ["don't use this number", 'please do not use my phone number'],
  },
  {
    phrase: '{never} sell (my|our) [personal|phone] (info|information|data|number|details)',
    reading: 'opt-out',
    examples: ['do not sell my info'],
  },
  {
    phrase:
      '(mark|list|flag|note|register|tag|registered|listed|code|label|make|marked|flagged|put|set) ~3 [as|to|under] {doNotCall}',
    reading: 'opt-out',
    examples: ['mark me do not call', 'this number is registered do not call'],
    counterExamples: ['note, do not call before nine'],
  },
];
