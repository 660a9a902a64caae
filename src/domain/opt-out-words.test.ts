import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { intentOf, isYes } from './opt-out-words.ts';

const [none, optIn, optOut, help] = [1, 2, 3, 4];

const words = [
  ...['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT'],
];

test('the intents are 1 None, 2 Opt In, 3 Opt Out and 4 Help', () => {
  const texts = ['Thank you', 'START', 'STOP', 'HELP'];
  expect(texts.map(intentOf)).toEqual([1, 2, 3, 4]);
});

describe('opts out', () => {
  test.each(words)('the word %s, alone, in any case, with punctuation and politeness', (word) => {
    for (const text of [
      word,
      word.toLowerCase(),
      ` ${word} \n`,
      `${word}.`,
      `${word}!!`,
      `"${word}"`,
      `«${word}»`,
      `please ${word.toLowerCase()}.`,
      `${word} please`,
      `${word}, thanks!`,
      `Hi, ${word} pls`,
      `ok ${word} now`,
      `${word} 🛑`,
    ]) {
      expect({ text, intent: intentOf(text) }).toEqual({ text, intent: optOut });
    }
  });

  test.each([
    'STOP!!',
    'please stop.',
    'Stop all',
    'opt-out',
    'Opt out!',
    'stop stop stop',
    'STOPPP',
    'S T O P',
    's.t.o.p.',
    'ＳＴＯＰ',
    'St\u200bop',
    'Stop\nSent from my iPhone',
    'STOP. You have the wrong number',
    'Stop, this is not my debt',
    'Wrong number. Stop.',
    'No. Stop!',
    'Thank you, please stop',
    'remove me',
    'Remove me please',
    'please remove my number from your list',
    'remove this number',
    'Can you remove me from this list?',
    'delete my number',
    'take me off your list',
    'Take me off of this list now!!!',
    'PLEASE TAKE MY NUMBER OFF YOUR LIST',
    'get me off this list',
    "don't text me",
    'dont text me',
    'Don’t text me anymore',
    'do not text me again',
    'DO NOT CALL ME',
    'do not contact me',
    'never contact me again',
    'please no longer text me',
    "I said don't call me",
    'do not send me any more texts',
    "don't send any more messages",
    'stop texting me',
    'stop calling',
    'Stop sending me these messages',
    'quit texting me',
    'stop with the texts',
    'stop the messages please',
    'Stop all messages to this number',
    'stop it',
    'please stop this',
    'just stop already',
    'make it stop',
    'no more texts',
    'No more messages please!',
    'leave me alone',
    'lose my number',
    'opt me out',
    'unsubscribe me from this list',
    'I want to unsubscribe',
    'i would like to opt out',
    'I wish to be removed',
    'I revoke my consent',
    'cancel these texts',
    'end all messages',
    'Yes, stop',
    'unsubscribe from all messages',
    'can you stop',
    'Will you stop?',
    'No stop',
    'No thanks, stop',
    'no thank you stop',
    'Yes stop',
    'stop asap',
    'STOP right now',
    'stop immediately',
    'stop bro',
    'Stop you idiot',
    'I said STOP!!!',
    'i told you to stop',
    'wrong person stop',
    'Not interested stop',
    'Stop - John Smith',
    'STOP 12345',
    'Stop2quit',
    'reply stop',
    'sotp',
    'unsuscribe',
    'I opt out',
    'opting out',
    'i want out',
    'how do I opt out',
    'how do i unsubscribe',
    'Remove',
    'Wrong number. Please remove',
    'remove from list',
    'my husband passed away please take him off your list',
    'please remove my # from your list',
    'STOP SPAMMING ME',
    'Stop fucking texting me',
    'stop wasting my time',
    'leave me the hell alone',
    'stop all contact',
    'cease and desist',
    'dnt text me',
    'do not text',
    "Don't call",
    'do not send anything else',
    'no calls',
    'No texts',
    'no contact',
    'no more',
    "I don't want these texts",
    "I don't want to receive messages",
    'i do not wish to be contacted',
    'I do not want you to contact me',
    'I no longer want texts',
    'I do not consent to texts',
    'revoke my permission',
    'fuck off',
    'go away',
  ])('«%s»', (text) => {
    expect(intentOf(text)).toBe(optOut);
  });
});

describe('does not opt out', () => {
  test.each([
    'I will stop by tomorrow',
    'stop by tomorrow and we can talk',
    'Stop by after 5 please',
    'I will call you at the end',
    'I will call you at the end of the month',
    'The end',
    "Don't stop",
    "please don't stop texting me",
    'do not stop sending me these messages',
    'do not remove me from the list',
    "please don't take me off your list",
    "I don't want you to remove me",
    'the bus stop is closed',
    'next stop Boston',
    'non stop',
    'I had to cancel my appointment',
    'can I cancel my order?',
    'please cancel the appointment on Friday',
    'I quit my job last month',
    'my weekend was great',
    'I will end the contract in May',
    'what is the opt out policy?',
    'they stopped by',
    "they don't text me",
    "why don't you text me",
    "you don't call me anymore",
    "if you don't text me back I will come by",
    "I don't text",
    'I cannot stop thinking about it',
    'unstoppable',
    'Reply STOP to end these texts.',
    'Hello Ann, your account is due. Reply STOP to end these texts.',
    'please send me the removal form',
    'call me',
    'text me later',
    'Who is this?',
    'Wrong number',
    'ok',
    'no',
    '',
    '   ',
    '👍',
    '12345',
    "I'll pay at the end of the week",
    'it will stop raining soon',
    'never mind',
    'no more than 50 dollars',
    'non-stop',
    'can you stop the payment from coming out?',
    'stop payment',
    'please stop the autopay',
    'I need to cancel my payment',
    'please remove the late fee',
    'take it off my account',
    'call me instead',
    'never got your message',
    'we do not want you to miss it',
    'no more payments please',
    'you should stop by',
    'I did not ask to stop',
    'one stop shop',
    'Liked “Hi Ann. Reply STOP to opt out.”',
    'Reply HELP for help, STOP to quit.',
    'If you no longer want texts, reply STOP',
  ])('«%s»', (text) => {
    expect(intentOf(text)).toBe(none);
  });
});

test.each(['START', 'start', 'Start.', 'UNSTOP', 'unstop please', 'Start!', 'ok start'])(
  '«%s» opts in',
  (text) => {
    expect(intentOf(text)).toBe(optIn);
  },
);

test.each(['YES', 'yes please', 'Yes!', 'ok yes', 'Yes. Thank you.'])(
  '«%s» is a yes, and by itself no opt-in',
  (text) => {
    expect([isYes(text), intentOf(text)]).toEqual([true, none]);
  },
);

test.each(['yes I will pay on Friday', 'when does it start?', 'start the process'])(
  '«%s» does not opt in',
  (text) => {
    expect(intentOf(text)).toBe(none);
  },
);

test.each(['HELP', 'help', 'Help!', 'help please', 'INFO', 'Info?'])(
  '«%s» asks for help',
  (text) => {
    expect(intentOf(text)).toBe(help);
  },
);

test.each(['I can help you', 'send me more info about it', 'thank you for your help'])(
  '«%s» does not ask for help',
  (text) => {
    expect(intentOf(text)).toBe(none);
  },
);

const anyCase = (word: string) =>
  fc
    .array(fc.boolean(), { minLength: word.length, maxLength: word.length })
    .map((upper) =>
      [...word].map((c, at) => (upper[at] ? c.toUpperCase() : c.toLowerCase())).join(''),
    );
const around = fc.constantFrom(
  '',
  ' ',
  '!',
  '!!',
  '.',
  ' ...',
  '\n',
  '  please ',
  ' thanks. ',
  '"',
);

test('a word opts out in every case, whatever punctuation and politeness stands around it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...words).chain(anyCase), around, around, (word, before, after) => {
      expect(
        intentOf(`${before}${before.endsWith(' ') || before === '' ? '' : ' '}${word} ${after}`),
      ).toBe(optOut);
    }),
  );
});

test('a sentence without any of the words and phrases never opts out, in or asks for help', () => {
  const harmless = fc.constantFrom(
    ...'I you we will would can pay call come by tomorrow on Friday the account money thanks please number list text message my your off me take send back later'.split(
      ' ',
    ),
  );
  // Two of these in a row could become a phrase: that is what the table is for.
  const phrase = /take (me|my number) off|(text|call|message|send) me/;
  fc.assert(
    fc.property(fc.array(harmless, { minLength: 1, maxLength: 12 }), (some) => {
      const text = some.join(' ');
      fc.pre(!phrase.test(text));
      expect({ text, intent: intentOf(text) }).toEqual({ text, intent: none });
    }),
  );
});

test('any text at all has one of the four intents', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
      expect([none, optIn, optOut, help]).toContain(intentOf(text));
    }),
  );
  // Patterns that go back over a text again and again would take minutes.
  for (const piece of ['stop ', "don't ", 'all the these ', 'i just you ', 'no ', "'"]) {
    expect(intentOf(piece.repeat(20_000))).toBeGreaterThan(0);
  }
});
