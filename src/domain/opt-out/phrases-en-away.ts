/** English: sent away, told to quit and not to come back (phrase.ts). */
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
    phrase: '{never} (reply|respond|resend|answer|write) [back|again|to this|to me]',
    reading: 'unclear',
    where: 'text',
    examples: ['do not reply', "Don't respond"],
    counterExamples: ['This is an automated message. Do not reply.'],
  },
  {
    phrase:
      '(cease|seize|sease|ceace|cese|sieze|ceese) [and|n|an|or|nd] (desist|decist|desit|dessist)',
    reading: 'opt-out',
    examples: ['cease n desist', 'seize and desist', 'Cease & desist immediately'],
  },
];
