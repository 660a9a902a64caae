/** Values with signs that were dropped or joined: what is spoken must stay the value. */
import { expect, test } from 'vitest';
import { ttsMode } from '../../src/contract/voice-message.ts';
import { withoutMask } from '../../src/domain/masking.ts';
import { valueSpeech } from '../../src/domain/step-speech.ts';

test.each([
  ['12½ Main Street', '12 and a half Main Street'],
  ['5½', '5 and a half'],
  ['5 ¾ in', '5 and three quarters in'],
  ['2½-year plan', '2 and a half-year plan'],
  ['It is 5½.', 'It is 5 and a half.'],
  ['½', '1/2'],
  ['½ cup', '1/2 cup'],
  ['1¹⁄₂', '1 1/2'],
  ['10²', '10 squared'],
  ['10³ units', '10 cubed units'],
  ['50 m²', '50 m squared'],
  ['10⁶', '10 to the 6'],
  ['10⁻³', '10 to the minus 3'],
  ['10^6', '10 to the 6'],
  ['Balance¹', 'Balance 1'],
  ['H₂O', 'H2O'],
  ['5①', '5 1'],
  ['−$50.00', 'minus $50.00'],
  ['-$50.00', 'minus $50.00'],
  ['–$50.00', 'minus $50.00'],
  ['$−50', 'minus $50'],
  ['−5', 'minus 5'],
  ['-5', 'minus 5'],
  ['Due −5', 'Due minus 5'],
  ['8 − 3', '8 minus 3'],
  ['555−0148', '555-0148'],
  ['10–20 days', '10-20 days'],
  ['$5–$10', '$5 to $10'],
  ['Visit 5 - $50', 'Visit 5 - $50'],
  ['Monday – Friday', 'Monday, Friday'],
  ['Call *611', 'Call star 611'],
  ['2*4', '2 star 4'],
  ['**', undefined],
  ['***-**-6789', '6789'],
  ['**/**/1968', '1968'],
  ['****7904', '7904'],
  ['4111********7904', '4111 7904'],
  ['****', undefined],
  ['<5 days', 'less than 5 days'],
  ['< 5 days', 'less than 5 days'],
  ['>10 or <-5', 'more than 10 or less than -5'],
  ['<5 days or >10', 'less than 5 days or more than 10'],
  ['≤ 5', 'at most 5'],
  ['>=5', 'at least 5'],
  ['<b>Now</b>', 'b Now /b'],
  ['3 × 4', '3 times 4'],
  ['3× a day', '3 times a day'],
  ['8÷2', '8 divided by 2'],
  ['±5', 'plus or minus 5'],
  ['5 ≠ 6', '5 is not 6'],
  ['~5 miles', 'about 5 miles'],
  ['5~10', '5 to 10'],
  ['5‰', '5 per thousand'],
  ['5%', '5%'],
  ['20°C', '20 degrees C'],
  ['20℃', '20 degrees C'],
  ['45°30', '45 degrees 30'],
  ['#12 & up @ noon', 'number 12 and up at noon'],
  ['№5', 'number 5'],
  ['Acme™', 'Acme'],
  ['5…10', '5, 10'],
  ['12\u200b34', '1234'],
  ['2º', '2 o'],
  ['sam_lee@example.com', 'sam underscore lee at example dot com'],
  ['AB\\12', 'AB backslash 12'],
])('%j is said as %j', (value, words) => {
  expect(valueSpeech(value, ttsMode.normal)).toBe(words);
});

test.each([
  ['money', '−$50.00', 'minus fifty dollars'],
  ['money', '–$50.00', 'minus fifty dollars'],
  ['money', '±$50', 'plus or minus $50'],
  ['number', '−5', 'minus five'],
  ['number', '5½', '5 and a half'],
  ['number', '10²', '10 squared'],
  ['phone', '302–555–0148', 'three zero two, five five five, zero one four eight'],
  ['phone', '302−555−0148', 'three zero two, five five five, zero one four eight'],
  ['zip', '63101–1234', 'six three one zero one, one two three four'],
  ['digits', '*611', 'star, six one one'],
  ['digits', '-50', 'minus 50'],
  ['digits', '$50', '$50'],
  ['digits', '<50', 'less than 50'],
  ['digits', '****7904', 'seven nine zero four'],
  ['name', 'SMITH*', 'Smith'],
  ['letters', '5%', '5, percent'],
] as const)('of kind %s, %j is said as %j', (kind, value, words) => {
  expect(valueSpeech(value, ttsMode.normal, kind)).toBe(words);
});

test.each([
  ['12½', '1, 2. 1, slash, 2'],
  ['10²', '1, 0. 2'],
  ['−5%', 'minus, 5, percent'],
  ['*611', 'star, 6, 1, 1'],
  ['3×4', '3, times, 4'],
  ['<5', 'less than, 5'],
  ['10:30', '1, 0, colon, 3, 0'],
  ['***-**-6789', '6, 7, 8, 9'],
])('%j is spelled as %j', (value, words) => {
  expect(valueSpeech(value, ttsMode.spell)).toBe(words);
});

test('only stars of a mask are taken out', () => {
  expect(['2*4', '*', '****', '***-**-****', '**/**/****'].map(withoutMask)).toEqual([
    ...['2*4', '*', '', '', ''],
  ]);
});
