import { expect, test } from 'vitest';
import { judgePassword, namesOfManager } from './judge-password.ts';

const names = namesOfManager(
  { name: 'Ann Lee-Ray', username: 'ann_lee', email: 'a.winterbottom@example.com' },
  { name: 'Blue Harbor Bank', code: 'bhb' },
);
const judge = (password: string) => judgePassword(password, names);

test('a password has 12 to 200 characters of any kind, counted as people do', () => {
  expect(judge('kv8 mango 4x')).toBeUndefined();
  expect(judge('kv8 mango 4')).toBe('too_short');
  // Twelve as typed in two parts each, eleven as letters.
  expect(judge('e\u0301ko mango q')).toBe('too_short');
  expect(judge('žluťoučký kůň')).toBeUndefined();
  expect(judge('correct-horse.battery staple')).toBeUndefined();
  const emoji = [...'🌶🐙🧭🎷🪁🛶🦔🪗🧵🗿🪵🪐'].join('');
  expect(judge(emoji)).toBeUndefined();
  const longest = `${'🐙 tea kettle '.repeat(15)}quietly`.slice(0, -2);
  expect([...longest].length).toBe(200);
  expect(judge(longest)).toBeUndefined();
  expect(judge(`${longest}!`)).toBe('too_long');
});

test.each([
  'password1234!',
  'Password 2026!',
  'P@ssw0rd1234',
  '!!!!letmein!!!!',
  'passwordpassword',
  'trustno1trustno1',
  'iloveyou-iloveyou',
  'd.r.a.g.o.n.1.2',
])('a frequent password stays one when it is extended, disguised or repeated: %s', (password) => {
  expect(judge(password)).toBe('frequent');
});

test.each([
  'aaaaaaaaaaaa',
  'xyxyxyxyxyxyxy',
  '7h7h7h7h7h7h7',
  '123456789012',
  '098765432109',
  'qwertyuiopas',
  'abcdefghijklm',
  'zxcvbnmasdfghjkl',
  '111222333444',
  '1qaz2wsx3edc',
  'abcd1234efgh!!',
  '!@#$%^&*()_+!!',
])('a pattern is refused: %s', (password) => {
  expect(['pattern', 'frequent']).toContain(judge(password));
});

test.each([
  'carillon2026',
  'Ann-Lee-19840',
  'LeeRay LeeRay!',
  'a.winterbottom',
  'blueharbor99',
  'ann_lee_bhb_1',
])('the own names are refused: %s', (password) => {
  expect(judge(password)).toBe('own_name');
});

test('a name or a frequent word within a longer password is taken', () => {
  for (const good of ['carillon rings at noon', 'annual tax refunds', 'dragon soup on a tuesday']) {
    expect(judge(good)).toBeUndefined();
  }
});

test('the longest text is judged at once', () => {
  const begun = performance.now();
  for (let index = 0; index < 50; index += 1) judge(`${'ab1-'.repeat(49)}${index}`);
  expect(performance.now() - begun).toBeLessThan(1_000);
});
