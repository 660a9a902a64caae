/** English: demands of a few words, as they are typed in anger or in haste (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishShort: readonly Phrase[] = [
  {
    phrase:
      '(voted|already|donated|gave|moved|bought|sold|enough|times|interested|customer|times now) [so|please|now] quit',
    reading: 'opt-out',
    where: 'end',
    examples: ['already voted quit', 'not interested so quit'],
    counterExamples: ['he already quit his job'],
  },
  {
    phrase: '({say}|bother) no more [me|us]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['call no more', 'text no more'],
    counterExamples: ['text no more than two'],
  },
  {
    phrase:
      '(dont|aint|doesnt|do not) (nobody|noone|no one|anybody) (want|wants|need|needs|wanna see|ask for|asked for|read|reads) [no|any] [{these}] [{these}] ({things}|{ads})',
    reading: 'opt-out',
    examples: ['dont nobody want these texts'],
    counterExamples: ['dont nobody want the blue one'],
  },
  {
    phrase:
      '[just|now] (go away|get lost|scram|beat it) (creep|creeps|loser|losers|weirdo|weirdos|scammer|scammers|spammer|spammers|idiot|idiots|jerk|jerks|freak|pervert|moron|you|people|guys|already)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['get lost creep'],
    counterExamples: ['get lost people often here in the maze'],
  },
  {
    phrase: '(how|way) ~3 (get|come|be) (off|out|removed) [of|from] [{whose}] {list}',
    reading: 'opt-out',
    where: 'end',
    examples: ['how to get off list'],
    counterExamples: ['how do I get off the highway'],
  },
  {
    phrase: 'leave (my|our|his|her|their|this) ~1!{number} (alone|be|in peace|tf alone)',
    reading: 'opt-out',
    where: 'end',
    examples: ['leave our family alone', 'leave my grandma in peace'],
    counterExamples: ['can I leave my dog alone at home'],
  },
  {
    phrase: 'no (mire|mote|moer|nore|mroe|mor|mo|kore|mare) ({things}|{ads})',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['no mire texts', 'no mo calls'],
  },
  {
    phrase: '(remove|delete|unsubscribe|erase) (ne|mr|mw|ke|be|mee|m)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['remove ne'],
  },
  {
    phrase: '(lode|lise|lsoe|losr|lpse|lode|lowe) {number}',
    reading: 'opt-out',
    examples: ['lode my number'],
  },
  {
    phrase:
      '{quit} [the|all|your|sending] (emails|email|mail|letters) (and|or|n) [the|all|your] {things}',
    reading: 'opt-out',
    examples: ['stop emails and texts'],
    counterExamples: ['do not stop emails and texts'],
  },
  {
    phrase: '{never} {say} (him|her|them) ~3!{alsoNot} {say} (me|us)',
    reading: 'not',
    where: 'text',
    examples: ["don't text him, text me"],
    counterExamples: ["don't text him, don't text me"],
  },
  {
    phrase:
      '(remove|take|drop) (me|us|him|her) (from|off|out of) (the|my|that|your) ~4 (slot|slots|spot|shift|time slot|appointment|oclock|class|session|trip|ride|reservation|lane|team|project)',
    reading: 'not',
    examples: ['remove me from the 3 pm slot'],
    counterExamples: ['remove me from your list'],
  },
  {
    phrase:
      '~8 ({stop}|{optOut}) ~4 (put me back|put us back|add me again|turn it back on|keep me on|want to stay|still want them) ~6',
    reading: 'not',
    where: 'text',
    examples: ['my daughter typed stop, please put me back'],
    counterExamples: ['I said stop and you keep texting me'],
  },
  {
    phrase: 'exit [list|the list|group|now|texts|this|all]',
    reading: 'opt-out',
    where: 'text',
    examples: ['exit', 'Exit list'],
    counterExamples: ['exit 9 on the highway'],
  },
  {
    phrase:
      '[just|let me|how do i|i want to|want to|wanna] (leave|exit) (this|the|your) (group|list|chat|thread|group chat|group text|text group|text list)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['leave this group', 'how do I leave this list'],
    counterExamples: ['leave this group of papers'],
  },
  {
    phrase:
      '{never} (save|keep|store|share|give out|pass on|pass around) (my|our|this) (number|info|information|contact|data|phone number|contact info|cell)',
    reading: 'opt-out',
    where: 'end',
    examples: ["don't save my number"],
    counterExamples: ["don't share my number with him until Friday"],
  },
  {
    phrase: 'no more (ever|ever again|period|at all|at this number|for me|to me)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['no more ever'],
    counterExamples: ['no more for me to sign'],
  },
  {
    phrase: '(not|un) authorized',
    reading: 'opt-out',
    where: 'text',
    examples: ['not authorized'],
    counterExamples: ['I am not authorized to sign'],
  },
  {
    phrase:
      '(remove|delete|unsubscribe|take off) (asap|today|right now|right away|at once|immediately|from everything|from all)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['remove asap'],
    counterExamples: ['remove today from the calendar'],
  },
  {
    phrase:
      '(report|reported|reporting|mark|marked|marking) [this|it|you|u] [as|for|to] (spam|junk)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['report spam', 'marked as junk'],
    counterExamples: ['where do I report spam calls from others'],
  },
  {
    phrase: '(wrong one|wrong 1|no one|not the one|this one|right one) [so|please] {quit} {saying}',
    reading: 'opt-out',
    examples: ['u got the wrong one stop textin'],
    counterExamples: ['this one stop by noon'],
  },
  {
    phrase: '(dont|do not|didnt) (need it|need that|need one)',
    reading: 'not',
    where: 'end',
    examples: ["I don't need it"],
    counterExamples: ["I don't need these texts"],
  },
  {
    phrase:
      '{quit} asking [me|us] [for] (id|my id|ssn|my ssn|an id|identification|proof|receipts|a copy|documents|my license|my social|my insurance|my birthday|my dob|my address)',
    reading: 'not',
    examples: ['stop asking me for ID every time'],
    counterExamples: ['stop asking me for money'],
  },
];
