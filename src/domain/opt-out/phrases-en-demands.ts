/** English: demands in few words, what must end, and who is not to be reached (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishDemands: readonly Phrase[] = [
  {
    phrase:
      '(this|these|it|that|they|all of this|{things}) [all|really] (needs|need|has|have|must|gotta|better|should|got) [got] [to] (end|cease|{stop}|quit)',
    reading: 'opt-out',
    where: 'end',
    examples: ['this needs to end', 'the calls need to end', 'this must end'],
    counterExamples: ['the lease needs to end in May'],
  },
  {
    phrase:
      '(you|u|yall|you people|you guys|you all) [really|seriously|all] (need to|gotta|better|must|have to|should|got to) (quit|cease|knock it off|cut it out|get lost|go away|end this) [it|this|now]',
    reading: 'opt-out',
    where: 'end',
    examples: ['you need to quit'],
    counterExamples: ['you need to quit smoking'],
  },
  {
    phrase: '(so|please|and|just|now|yall|must) quit it',
    reading: 'opt-out',
    where: 'end',
    examples: ['I pay per message so quit it'],
    counterExamples: ["I can't quit it"],
  },
  {
    phrase: '{never} [you|u|yall] [even] dare {say} [{me}]',
    reading: 'opt-out',
    examples: ["don't you dare call me again"],
  },
  {
    phrase:
      '(if i|if we|should i|when i) [ever] (get|receive|see) (one|1|another|a single|even one) [more|single] {things}',
    reading: 'opt-out',
    where: 'end',
    examples: ['I swear if I get one more text'],
    counterExamples: ['if I get one more call back from the school I will tell you'],
  },
  {
    phrase:
      '(if i|if we|should i) [ever] (get|receive|see) (one|1|another|a single|even one) [more|single] {things} (from you|from yall|im|ill|i will|i am|we will|you will)',
    reading: 'opt-out',
    examples: ["if i get one more call I'm calling the cops"],
  },
  {
    phrase: '(lemme alone|lemme be|fck off|fk off|fuk off|fuk of|f u c k off|piss of)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['lemme alone', 'fck off'],
  },
  {
    phrase:
      'no more [no more|from you|from yall|from your company|from you guys|from you people|from this number]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['no more no more', 'no more from you'],
    counterExamples: ['no more from the bakery'],
  },
  {
    phrase:
      '[just|please|and] (send|text|message) [me|us] (nothing|no more|nothing else|nothing more|no more of these|no more of this)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['send nothing else', 'send no more', 'send me nothing'],
    counterExamples: ['send nothing yet'],
  },
  {
    phrase:
      '(wont|will not|{never}) (accept|accepting|take|taking|welcome) [{these}] [{these}] ({ads}|texts|calls|messages|robocalls|solicitation|text messages|phone calls)',
    reading: 'opt-out',
    where: 'end',
    examples: ['I do not accept solicitations', "we don't take sales calls"],
    counterExamples: ["they don't accept calls"],
  },
  {
    phrase:
      '(hit|hitting|press|pressing|smashing|clicking|tapping) [the] (block|report|spam|block button) [button] [and] [report|block]',
    reading: 'opt-out',
    where: 'end',
    examples: ["I'm hitting block and report", 'hit block'],
    counterExamples: ['we hit the block party'],
  },
  {
    phrase:
      '(deleted|deleting|delete|reported|reporting|report|mute|muted|blocked|blocking|block) and (blocked|blocking|block|reported|reporting|report|deleted|deleting) [you|this|u|now|number]',
    reading: 'opt-out',
    where: 'end',
    examples: ['deleted and blocked', "I'm deleting and blocking"],
  },
  {
    phrase:
      '(not|aint|isnt|nobody) (trying|tryna|looking|wanting|willing|tryin|asking) [to] (get|receive|be|have|hear|read|see) [{these}] [{these}] ({things}|{said}|{ads}|from you|from yall|this|these)',
    reading: 'opt-out',
    where: 'end',
    examples: ['im not tryna get texts', 'not trying to receive these'],
    counterExamples: ['I am not trying to get a refund'],
  },
  {
    phrase:
      '{never} {want} [to] (participate|take part|be involved|be included|be a part|continue|proceed|enroll)',
    reading: 'unclear',
    where: 'end',
    examples: ["I don't wish to participate"],
    counterExamples: ["I don't want to continue with physical therapy"],
  },
  {
    phrase:
      '(de list|delist|un list|take down|unadd|omit|exclude|withdraw|de register|de enroll) (me|us|my name|my number|this number) [from|off] [of] [your|the|this|all] [{list}|{things}|everything]',
    reading: 'opt-out',
    where: 'end',
    examples: ['de-list me', 'delist this number'],
  },
  {
    phrase:
      'remove|delete|unsubscribe (my husband|my wife|my mother|my mom|my dad|my father|my son|my daughter|my family|my parents|my grandma|my grandmother|my grandpa|my brother|my sister) [he|she|they] [is] [{deceased}|number|phone]',
    reading: 'opt-out',
    where: 'end',
    examples: ['remove my husband', 'please remove my dad he died'],
    counterExamples: ['please remove my wife from the policy'],
  },
  {
    phrase: '(throw|toss|chuck) (my|this|our) (number|info) (out|away)',
    reading: 'opt-out',
    where: 'end',
    examples: ['throw my number out'],
  },
  {
    phrase:
      '(number|phone|line|cell|one) (should not|must not|shouldnt|is not to|isnt supposed to|is not supposed to|should never) [be] (receive|receiving|get|getting|accept) [any|these|your|such|marketing] ({things}|{ads})',
    reading: 'opt-out',
    examples: ['this number should not receive texts'],
    counterExamples: ['my old phone does not get texts'],
  },
  {
    phrase:
      '(appreciate|appreciated|grateful|thankful|great|nice|glad) [it] if (you|yall|u|your company) [would|could] (ceased|cease|discontinue|discontinued|refrain|refrained|stopped|stop|quit|removed|remove|deleted|delete|took|take) [from] ({saying}|{me}|all|any|these|this|my number)',
    reading: 'opt-out',
    examples: [
      'I would be grateful if you ceased contacting me',
      'it would be great if you removed me',
    ],
    counterExamples: ['it would be great if you removed the fee'],
  },
  {
    phrase:
      '({say}|bother) {me} (no more|nomore|no longer|never again|never|not again) [ever|period]',
    reading: 'opt-out',
    where: 'end',
    examples: ['txt me no more', 'call this number never again'],
    counterExamples: ['text me no later than five', 'I will call you no more than twice'],
  },
  {
    phrase:
      '(asked|told|tell|telling|asking|begging|want|need) (you|u|yall|you guys|you people) [people|guys|all] [nicely|already|before|repeatedly] to (quit|cease|go away|back off|knock it off)',
    reading: 'opt-out',
    where: 'end',
    examples: ["I have asked yall to quit, what's the problem"],
    counterExamples: ['I asked him to quit'],
  },
  {
    phrase:
      '(drop|exclude|pull|omit|skip|leave|spare) (me|us|my number|this number) (from|off|out of) [of] [{these}] [{these}] ({things}|{ads}|{list})',
    reading: 'opt-out',
    examples: ['could you drop me from future texts'],
    counterExamples: ['drop me off at the door'],
  },
  {
    phrase: '{never} waste (your|my|our|ur) time {saying}',
    reading: 'opt-out',
    examples: ["Don't waste your time texting me"],
    counterExamples: ["don't waste time painting it"],
  },
  {
    phrase: '(save|keep) (your|ur) (texts|calls|messages|breath|text|msgs|spam|junk|promos)',
    reading: 'unclear',
    examples: ['save your texts for someone who cares'],
    counterExamples: ['I will keep your number'],
  },
  {
    phrase:
      '(cancel|end|discontinue) everything [that] [you|u|yall] [are|keep] [send|sent|sending] [me|us|here]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['cancel everything you send me'],
    counterExamples: ['cancel everything I ordered'],
  },
  {
    phrase:
      '(pause|hold off on|freeze|mute) [{these}] [{these}] {things} [forever|permanently|for good]',
    reading: 'unclear',
    where: 'sentence',
    examples: ['pause texts permanently'],
    counterExamples: ['pause my membership'],
  },
  {
    phrase:
      '[immediate|my|requesting|request|please] [immediate] removal [requested|request|required|demanded|now]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['immediate removal requested'],
    counterExamples: ['snow removal requested'],
  },
  {
    phrase: 'be (removing|deleting|unsubscribing|removed|deleted|unsubscribed) [me|us|my number]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['please be removing me'],
  },
  {
    phrase: 'off|removed|deleted',
    reading: 'unclear',
    where: 'text',
    examples: ['off', 'removed please'],
    counterExamples: ['off Monday'],
  },
  {
    phrase:
      '[go|just|please|and] (kick rocks|pound sand|be gone|begone|shoo|hit the road|bug off|push off|jump in a lake|suck an egg)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['go kick rocks', 'shoo'],
    counterExamples: ['we hit the road at five'],
  },
];
