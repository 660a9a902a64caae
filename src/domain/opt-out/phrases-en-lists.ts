/** English: lists and consent (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const englishLists: readonly Phrase[] = [
  {
    phrase: 'put|place|add|want|include|register|keep|get ~5 on|to|in ~2 {doNotCall}',
    reading: 'opt-out',
    examples: [
      'put me on your do not call list',
      'add me to the no call list',
      'Add this number to your DNC',
      'place this number on the do not contact list',
    ],
  },
  {
    phrase: '{doNotCall} (list|registry|register|lists|database|violation|status)',
    reading: 'opt-out',
    examples: [
      "I'm on the do not call list",
      'this number is on the DNC registry',
      'do not call list violation',
    ],
    counterExamples: ['what is your do not call policy'],
  },
  { phrase: 'dnc|donotcall', reading: 'opt-out', where: 'sentence', examples: ['DNC'] },
  {
    phrase:
      'remove|delete|erase|wipe|scrub|strike|scratch|unlist|unenroll|unregister|deregister|remov|purge|eliminate|unsubscribe (me|us|him|her|them|myself|{number})',
    reading: 'opt-out',
    examples: [
      'remove me',
      'delete my number',
      'please remove this number',
      'erase my info',
      'remve me',
      'please remove my # from your list',
      'scratch me off your list',
      'unenroll me',
    ],
    counterExamples: [
      'do not remove me from the list',
      "I don't want you to remove me",
      'please remove the late fee',
      'remove my card',
    ],
  },
  {
    phrase:
      'take|get|cross|pull|keep|knock|bump|mark|strike|leave|tale (me|us|him|her|them|{number}) (off|of|out|from|outta)',
    reading: 'opt-out',
    examples: [
      'take me off your list',
      'Take my name off your calling list',
      'get me off this list',
      'Get my number off of there',
      'get me out of your system',
      'take me of your list',
    ],
    counterExamples: [
      'take it off my account',
      'the doctor took me off that medication',
      'take me off autopay',
    ],
  },
  {
    phrase:
      'off|from|of|out [of] {whose} [{whose}] [text|calling|call|marketing|email|spam|stupid|phone|contact|distribution] {list}',
    reading: 'opt-out',
    examples: [
      'take my husband off your list',
      'want off this list',
      'please take us off whatever list this is',
      'get off this list',
      'how do I get off this list',
    ],
    counterExamples: ['two names are missing from the list', 'do not remove me from the list'],
  },
  {
    phrase: '[wrong number|wrong person|just] [take|remove|get] off [the|your|this|my] list',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['off list', 'Wrong person please take off list'],
  },
  {
    phrase: 'remove|delete from ~2 {list}',
    reading: 'opt-out',
    examples: ['remove from list'],
    counterExamples: ['do not delete from the list'],
  },
  {
    phrase: '[wrong number|wrong person] remove|delete|unenroll|unlist|unregister|deregister',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['Wrong number. Please remove', 'not Karen, remove'],
  },
  {
    phrase:
      'be|get|getting|been|being|want|wants (taken|removed|deleted|unlisted|scrubbed|dropped) (off|from|out)',
    reading: 'opt-out',
    examples: [
      'I want to be taken off',
      'how do I get removed from this',
      'want removed from this',
    ],
  },
  {
    phrase: 'be|get|getting|want (removed|deleted|unsubscribed|unenrolled)',
    reading: 'opt-out',
    where: 'end',
    examples: ['I wish to be removed', 'How can I be removed', 'How do I get unsubscribed'],
    counterExamples: ["I don't want to be removed", 'how do I get the late fee removed'],
  },
  {
    phrase:
      '[i|id|just|we] [really|just] (want|need|like) [to] [be|get] (out|off) [now|of this|immediately]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['i want out', 'want off'],
  },
  {
    phrase:
      '(want|wanna|get|getting) (off|out) [of] {whose} [text] ({list}|{things}|thread|chat|thing)',
    reading: 'opt-out',
    examples: ['want off this list', 'I want out of this text thread'],
  },
  {
    phrase:
      '(should not|shouldnt|does not|not|never|doesnt) (be|belong|to be) on|in {whose} {list}',
    reading: 'opt-out',
    examples: ['my number should not be on your list'],
  },
  {
    phrase: '(sign|log|opt) (me|us|my number|my phone) out|off',
    reading: 'opt-out',
    examples: ['sign me out of these messages', 'opt me out', 'Please opt my number out'],
  },
  {
    phrase:
      '({never}|{didNot}|doesnt|lack) (have|has|had|got) [any|my|our|the|written|prior|express] [written|prior|express] (consent|permission|authorization|permision|concent)',
    reading: 'opt-out',
    examples: ['you do not have my consent', "You don't have permission to call me"],
    counterExamples: ["I don't have permission to sign that"],
  },
  {
    phrase:
      'you|u|they have|had|has|having (no|zero|never) ~1 (consent|permission|authorization|right)',
    reading: 'opt-out',
    examples: ['you have no permission to text this phone', 'You have no right to call me'],
  },
  {
    phrase:
      'without|no [my|our|any|prior|written|express|given] (consent|permission|authorization)',
    reading: 'opt-out',
    examples: ['you are texting without my consent'],
    counterExamples: ['no permission slip'],
  },
  {
    phrase:
      '({didNot}|{never}) ~2 (give|gave|given|grant|granted|provide|provided) ~2 (consent|permission|authorization|permision|my number|this number|my phone)',
    reading: 'opt-out',
    examples: [
      'I never gave you permission',
      'I did not give you permission to text me',
      "I didn't give consent",
    ],
  },
  {
    phrase:
      '({didNot}|{never}) ~1 (consent|consented|agree|agreed|authorize|authorized|opt|opted|subscribe|subscribed|request|requested|register|registered) [in] [to|for] [be|being|get|receive|getting|receiving|having] [you|these|this|any|such|your|the|all] ({things}|this|these|{said}|{saying}|{say}|anything|you)',
    reading: 'opt-out',
    examples: [
      'I never agreed to get texts',
      'I did not consent to this',
      'I do not consent to texts',
      'I never subscribed to these messages',
    ],
    counterExamples: ['I do not agree with the amount', "I didn't agree to that price"],
  },
  {
    phrase: '({didNot}|{never}) (consent|consented|agree to this|agreed to this)',
    reading: 'opt-out',
    where: 'end',
    examples: ['I do not consent', 'we never consented'],
  },
  {
    phrase:
      '({didNot}|{never}) (sign|signed|signing) up [for|to] [any|these|this|your|it|that|anything|get|receive|the|all] [of] [these|this|your] ({things}|{ads})',
    reading: 'opt-out',
    where: 'end',
    examples: ["I didn't sign up for these texts", 'never signed up to get your messages'],
    counterExamples: ["I haven't signed up for the class on Monday yet with you"],
  },
  {
    phrase:
      '({didNot}|{never}) (ask|asked) (for|to) [be|get|receive|any|of] ({things}|this|these|{said}) [{things}]',
    reading: 'opt-out',
    examples: ['I never asked for these texts', "I didn't ask to be contacted"],
  },
  {
    phrase:
      '(revoke|revoking|withdraw|withdrawing|rescind|rescinding|cancel|retract|deny|denying|refuse|take back) [my] [deny|denying|refuse] ~3 (consent|permission|authorization|concent)',
    reading: 'opt-out',
    examples: [
      'I revoke my consent',
      'revoke my permission',
      'I withdraw my consent to be called',
      'I rescind any consent',
    ],
  },
  {
    phrase:
      '(consent|permission|authorization) ~2 (revoked|withdrawn|rescinded|denied|cancelled|canceled|removed|revoke)',
    reading: 'opt-out',
    examples: ['consent revoked', 'my permission is withdrawn'],
  },
  {
    phrase: 'i|we revoke|unsubscribe|withdraw',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['I revoke'],
  },
  {
    phrase: 'unauthorized|unsolicited|unwanted {things}',
    reading: 'opt-out',
    examples: ['these are unsolicited texts'],
  },
  {
    phrase: 'how|where ~2 (get|got|find) ~2 (my number|this number)',
    reading: 'unclear',
    examples: ['how did you get my number'],
  },
  {
    phrase:
      '({didNot}|{never}) [ever] (opt in|opted in|opted into this|subscribe|subscribed|sign up|signed up|register|registered|ask for it|enroll|enrolled)',
    reading: 'opt-out',
    where: 'end',
    examples: ['Never opted in.', 'I never subscribed'],
  },
];
