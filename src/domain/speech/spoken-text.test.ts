import { expect, test } from 'vitest';
import { SpeechError } from './speaker.ts';
import { spelledText, spokenText } from './spoken-text.ts';

test.each([
  ['Your balance is $299.89.', 'Your balance is $299.89.'],
  ['“It’s due” — call us…', '"It\'s due", call us.'],
  ['Smith & Sons, #12', 'Smith and Sons, number 12'],
  ['sam@example.com', 'sam at example dot com'],
  ['Press 1, or * to end', 'Press 1, or star to end'],
  ['José Núñez, Straße', 'Jose Nunez, Strasse'],
  ['Hello\nthere\n\nagain.\n', 'Hello. there. again.'],
  ['Hi 🙂 there\u0000', 'Hi there'],
  ['€5 and ½', '5 euros and 1/2'],
  ['¥500', '500 yen'],
  ['￥1,200.', '1,200 yen.'],
  ['500 € or 20£', '500 euros or 20 pounds'],
  ['₹90, ₩7 and a ₱', '90 rupees, 7 won and a pesos'],
  ['₿3', '3 bitcoin'],
  ['5€50, €500k', '5 euros 50, 500k euros'],
])('%j is spoken as %j', (text, spoken) => {
  expect(spokenText(text)).toBe(spoken);
});

test.each(['', '   ', '... !?', '🙂', '—'])('%j holds nothing that can be spoken', (text) => {
  expect(() => spokenText(text)).toThrow(new SpeechError({ code: 'nothing_to_speak' }));
});

test('spelling needs a letter, a digit or a sign with a name', () => {
  expect(() => spelledText('( )')).toThrow('nothing_to_speak');
});

test('letters of another script are named, not dropped', () => {
  expect(() => spokenText('Hello мир')).toThrow(
    expect.objectContaining({ reason: { code: 'letters_not_spoken', letters: 'м и р' } }),
  );
  expect(() => spelledText('你好')).toThrow(
    expect.objectContaining({ reason: { code: 'letters_not_spoken', letters: '你 好' } }),
  );
});

test('spelling goes letter by letter and digit by digit', () => {
  expect(spelledText('AB-10 c')).toBe('A, B, dash, 1, 0. C');
  expect(spelledText('Zoë')).toBe('Z, O, E');
  expect(spelledText('a(b)')).toBe('A, B');
  expect(spelledText('¥50')).toBe('yen, 5, 0');
});

test('a currency without a name is refused, not dropped', () => {
  expect(() => spokenText('500 ₮')).toThrow(
    expect.objectContaining({ reason: { code: 'letters_not_spoken', letters: '₮' } }),
  );
});
