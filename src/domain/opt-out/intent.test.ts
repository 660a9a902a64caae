import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { intentOf, isYes } from './intent.ts';

const [none, optIn, optOut, help, unclear] = [1, 2, 3, 4, 5];

const words = [
  ...['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT'],
];

test('the intents are 1 None, 2 Opt In, 3 Opt Out and 4 Help', () => {
  const texts = ['Thank you', 'START', 'STOP', 'HELP'];
  expect(texts.map(intentOf)).toEqual([1, 2, 3, 4]);
});

test('beyond the documents, 5 is unclear', () => {
  expect(intentOf('Wrong number')).toBe(5);
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
});

test.each(['Who is this?', 'ok', 'no', '', '   ', '👍', '12345', "don't stop"])(
  '"%s" means none of these',
  (text) => {
    expect(intentOf(text)).toBe(none);
  },
);

test.each(['Wrong number', 'Not interested', 'this is a scam', 'se equivocó de número', '🖕🖕'])(
  '"%s" is unclear: a person decides',
  (text) => {
    expect(intentOf(text)).toBe(unclear);
  },
);

test.each(['YES', 'yes please', 'Yes!', 'ok yes', 'Yes. Thank you.'])(
  '"%s" is a yes, and by itself no opt-in',
  (text) => {
    expect([isYes(text), intentOf(text)]).toEqual([true, none]);
  },
);

test.each(['START', 'start', 'Start.', 'UNSTOP', 'unstop please', 'Start!', 'ok start'])(
  '"%s" opts in',
  (text) => {
    expect(intentOf(text)).toBe(optIn);
  },
);

const noOptIns = ['Start??', 'wtf start', 'lol start', 'start start', 'start?! I said so'];

test.each(['yes I will pay on Friday', 'when does it start?', 'start the process', ...noOptIns])(
  '"%s" does not opt in',
  (text) => {
    expect(intentOf(text)).toBe(none);
  },
);

test.each(['HELP', 'help', 'Help!', 'help please', 'INFO', 'Info?'])(
  '"%s" asks for help',
  (text) => {
    expect(intentOf(text)).toBe(help);
  },
);

test.each(['I can help you', 'send me more info about it', 'thank you for your help'])(
  '"%s" does not ask for help',
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
    ...'I you we will would can pay call come by tomorrow on Friday the account money thanks please number text message my your me take send back later'.split(
      ' ',
    ),
  );
  // Two of these in a row could become a phrase: that is what the table is for.
  const phrase = /(text|call|message|send) me/;
  fc.assert(
    fc.property(fc.array(harmless, { minLength: 1, maxLength: 12 }), (some) => {
      const text = some.join(' ');
      fc.pre(!phrase.test(text));
      expect({ text, intent: intentOf(text) }).toEqual({ text, intent: none });
    }),
  );
});

test('any text at all has one of the intents', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect([none, optIn, optOut, help, unclear]).toContain(intentOf(text));
    }),
  );
});

test('a text of any length takes no longer than its first 2,000 characters', () => {
  // What a reader goes over again and again takes minutes with these.
  const pieces = [
    'stop ',
    "don't ",
    'all the these ',
    'i just you ',
    'no ',
    "'",
    'a ',
    '“stop ',
    'é',
  ];
  for (const piece of [...pieces, 'unsubscribee ', 'do not call me or ', '*', '🛑 ']) {
    const long = piece.repeat(Math.ceil(60_000 / piece.length));
    expect(intentOf(long)).toBe(intentOf(long.slice(0, 2_000)));
  }
  expect(intentOf(`STOP ${'x'.repeat(60_000)}`)).toBe(optOut);
});
