/** English: the wrong person, and what only a person can judge (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishUnclear: readonly Phrase[] = [
  {
    phrase: '{wrong} ~3 delete|remove|erase|lose [it|this|number|me]',
    reading: 'opt-out',
    examples: ['You have the wrong number lose it', 'Wrong number delete it'],
  },
  {
    phrase: '(delete|lose|erase|remove) it',
    reading: 'opt-out',
    where: 'end',
    examples: ['wrong number so delete it'],
    counterExamples: ['I will delete it'],
  },
  {
    phrase: '{wrong}',
    reading: 'unclear',
    examples: ['wrong number', 'You have the wrong person'],
    counterExamples: ['you have the wrong amount'],
  },
  {
    phrase: 'not [the|a] (right|correct) (number|person|guy)',
    reading: 'unclear',
    examples: ['this is not the right number'],
  },
  {
    phrase:
      '(no|nobody|noone|isnt|not|dont|doesnt|aint) ~3 <by that name|with that name|by this name|live here|lives here|at this number|at this address|here by that>',
    reading: 'unclear',
    examples: ['nobody by that name here', 'there is no Robert at this number'],
  },
  {
    phrase: '(no longer|not) (his|her|their|hers|him|johns) (number|phone)',
    reading: 'unclear',
    where: 'end',
    examples: ['this is no longer her number', 'not his phone'],
  },
  {
    phrase:
      '(he|she|they|person|name|mother|father|son|daughter|that person) (doesnt|does not|dont|no longer|never) (live|lives|lived|work|works|stay) (here|at this)',
    reading: 'unclear',
    examples: ["she doesn't live here"],
  },
  {
    phrase: '{relation} ~2 {deceased}',
    reading: 'unclear',
    examples: ['he passed away last year', 'My husband died'],
    counterExamples: ['my phone died'],
  },
  {
    phrase:
      '(not|never|no longer|aint) [at all|really|been] (interested|intrested) [at all|in this|ever|anymore|in it|in your offer]',
    reading: 'unclear',
    where: 'end',
    examples: ['Not interested', 'I am no longer interested'],
    counterExamples: ["I'm not interested in the blue one, send red"],
  },
  {
    phrase: '[i|thats|this|its|ive] [have|is|had] [had] enough [is] [enough] [already|now]',
    reading: 'unclear',
    where: 'sentence',
    examples: ['enough', 'I have had enough'],
  },
  {
    phrase:
      '[this|its|you|sounds|looks|youre|such|total] [is|are|like|a] [a|like] (spam|scam|scammer|scammers|spammer|phishing|fraud|fake|bogus)',
    reading: 'unclear',
    where: 'sentence',
    examples: ['spam', 'this is a scam', 'Scammer!'],
  },
  {
    phrase: 'fuck|screw|f|fk|fck|fuk (you|u|yall|this|yourself)',
    reading: 'unclear',
    examples: ['fuck you', 'screw you guys'],
  },
  {
    phrase: '(done with|through with|sick of|tired of) (you|u|this|these|yall|your)',
    reading: 'unclear',
    examples: ["I'm done with you people", 'sick of this'],
    counterExamples: ["I'm done with the form"],
  },
  {
    phrase: 'why|how ~2 (keep|keeps|still|constantly|always) ({saying}|{say})',
    reading: 'unclear',
    examples: ['why do you keep calling', 'why are you still texting'],
  },
  {
    phrase: 'you|u|yall|people keep {saying}',
    reading: 'unclear',
    examples: ['you keep texting me'],
  },
  {
    phrase: '(bothering|annoying) (me|us|messages|texts|calls)',
    reading: 'unclear',
    examples: ['these annoying texts'],
    counterExamples: ["it doesn't bother me"],
  },
  {
    phrase: '[its|this is|thats|sorry] (not me|not him|not her|not them|someone else)',
    reading: 'unclear',
    where: 'sentence',
    examples: ['Not me', 'this is not him'],
  },
  {
    phrase:
      '(never heard of|dont know anyone|do not know anyone|dont know any|dont know this person|dont know who you|dont know you|do not know you|dont know this)',
    reading: 'unclear',
    examples: ['Never heard of Robert', 'I dont know you'],
    counterExamples: ["I don't know yet"],
  },
  {
    phrase: '{stop}',
    reading: 'unclear',
    examples: ['I really think that all of you people there should stop sometime when you can'],
    counterExamples: ['next stop Boston', 'non-stop', 'stop by'],
  },
  {
    phrase: '{optOut}',
    reading: 'unclear',
    examples: ['My son asks whether unsubscribe is possible'],
    counterExamples: ['what is the opt out policy?'],
  },
  {
    phrase: 'cancel|quit|revoke|remove|delete',
    reading: 'unclear',
    where: 'sentence',
    examples: ['Cancel. I am fine'],
    counterExamples: ['I had to cancel my appointment', 'cancel my order'],
  },
];
