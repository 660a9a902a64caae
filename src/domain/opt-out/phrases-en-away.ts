/** English: sent away, and not to be used any more (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishAway: readonly Phrase[] = [
  {
    phrase:
      '[just|can you|will you|and|so|you need to|yall need to|seriously] (knock it off|cut it out|give it a rest|pack it in|cut it|beat it|scram|take the hint|lay off|let me be|let me alone|let us be|quit it|stay away|move along) [already|now|guys|people|yall|with this|with it|will you]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['Knock it off', 'Cut it out', 'give it a rest already', 'take the hint'],
    counterExamples: ['cut it out of the pattern', 'beat the traffic', 'give it to my neighbor'],
  },
  {
    phrase: '(knock it off|cut it out|give it a rest) with {these} [{things}]',
    reading: 'opt-out',
    examples: ['knock it off with the texts'],
  },
  {
    phrase: '[you|u|just|yall] (shut up|get bent|eat shit|drop dead|screw off|get a life)',
    reading: 'unclear',
    where: 'sentence',
    examples: ['get bent', 'drop dead'],
    counterExamples: ['shut up and take my money'],
  },
  {
    phrase: 'i quit',
    reading: 'unclear',
    where: 'text',
    examples: ['I quit'],
    counterExamples: ['I quit my job', 'I quit smoking'],
  },
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
    phrase: '(part of no)',
    reading: 'unclear',
    examples: ["which part of no don't you get"],
  },
  {
    phrase: '(no means no|no solicitors|no soliciting|no solicitation)',
    reading: 'opt-out',
    examples: ['no means no', 'No soliciting'],
  },
  {
    phrase:
      '(i said no|told you no|told yall no|part of no|understand about no|understand no|understand the word no) [already|many times|before|twice]',
    reading: 'unclear',
    where: 'end',
    examples: ['I told you no', "which part of no don't you understand about no"],
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
    phrase:
      '[this is|its|thats] [my|the] (second|third|fourth|fifth|2nd|3rd|4th|5th|last|final) request',
    reading: 'unclear',
    where: 'sentence',
    examples: ['this is my third request'],
  },
  {
    phrase: '{never} make me (say|ask|tell|repeat) ~4 (again|twice|more|times)',
    reading: 'opt-out',
    examples: ["don't make me say it again"],
  },
  {
    phrase: '{never} make me {say} ~1 ({lawyer}|{police}|{agency})',
    reading: 'opt-out',
    examples: ["don't make me call my lawyer"],
  },
  {
    phrase:
      '[youre|you are|ur|just|dont|do not|you] (waste|wasting) (my|your|ur|our|you|everyones) time',
    reading: 'unclear',
    where: 'sentence',
    examples: ["you're wasting your time", "don't waste your time"],
  },
  {
    phrase: '{never} (hit|hitting|blow|blast|ring|touch) (my|our) (line|phone|cell|number|inbox)',
    reading: 'opt-out',
    examples: ["don't hit my line"],
  },
  {
    phrase:
      '(stay|keep|get) (off|out of|outta|away from|off of) (my|our|this) (phone|line|cell|inbox|number|texts|messages|mailbox)',
    reading: 'opt-out',
    examples: ['stay off my phone', 'get out of my inbox'],
    counterExamples: ['stay off my lawn'],
  },
  {
    phrase:
      '[go|please|just|find|try|and|you can|why dont you] [and] (bother|spam|harass|annoy|text|call|pick on|message|contact|scam) (someone|somebody|some one|anyone|other people) [else] [to bother|to call|to text|to scam]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['go bother someone else', 'text somebody else'],
    counterExamples: ['text someone else in the family', "call somebody else if I don't answer"],
  },
  {
    phrase: 'find (someone|somebody) else to (bother|spam|harass|annoy|text|call|scam)',
    reading: 'opt-out',
    examples: ['find someone else to bother'],
  },
  {
    phrase:
      '{never} want (nothing|anything|none|any) [else] from (you|u|yall|you guys|your company)',
    reading: 'opt-out',
    examples: ["I don't want anything from you"],
  },
  {
    phrase: '{never} want (nothing|anything|none|any)',
    reading: 'unclear',
    where: 'end',
    examples: ["I don't want anything"],
    counterExamples: ["I don't want anything to drink"],
  },
  {
    phrase: '{never} (reply|respond|resend|answer|write) [back|again|to this|to me]',
    reading: 'unclear',
    where: 'text',
    examples: ['do not reply', "Don't respond"],
    counterExamples: ['This is an automated message. Do not reply.'],
  },
  {
    phrase:
      '[i|we|it|these|this] [is|are] (unwanted|unwelcome|not wanted|not welcome|no longer wanted|decline|object|refuse)',
    reading: 'unclear',
    where: 'text',
    examples: ['not wanted', 'I decline'],
    counterExamples: ['I decline the offer'],
  },
  {
    phrase:
      '(cease|seize|sease|ceace|cese|sieze|ceese) [and|n|an|or|nd] (desist|decist|desit|dessist)',
    reading: 'opt-out',
    examples: ['cease n desist', 'seize and desist', 'Cease & desist immediately'],
  },
  {
    phrase:
      '(mark|list|flag|note|register|tag|registered|listed|code|label|make|marked|flagged|put|set) ~3 [as|to|under] {doNotCall}',
    reading: 'opt-out',
    examples: ['mark me do not call', 'this number is registered do not call'],
    counterExamples: ['note, do not call before nine'],
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
