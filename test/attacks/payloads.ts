/** Values that no form of the console sends. */
import { Raw } from './asking.ts';

/** Of each type that JSON has, and what JSON has not. */
const ofOtherTypes: [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['a text', 'abc'],
  ['an empty text', ''],
  ['0', 0],
  ['a negative number', -1],
  ['a fraction', 1.5],
  ['a huge number', 1e308],
  ['more than a number holds', new Raw('1e400')],
  ['beyond whole numbers', new Raw('9007199254740993')],
  ['beyond 64 bits', new Raw('99999999999999999999')],
  ['the least of 32 bits and one less', -2147483649],
  ['NaN', new Raw('NaN')],
  ['Infinity', new Raw('-Infinity')],
  ['undefined', new Raw('undefined')],
  ['an empty list', []],
  ['a list in a list', [[]]],
  ['a list of null', [null]],
  ['a list of many types', [1, 'a', null, {}, []]],
  ['an empty object', {}],
  ['an object like a list', { 0: 1, length: 1e9 }],
  ['an operator', { $ne: null, $gt: '' }],
  ['its own text function', { toString: 1, valueOf: 'x', toJSON: true }],
  ['__proto__', new Raw('{"__proto__":{"role":"administrator","fullSsn":true}}')],
  ['constructor', new Raw('{"constructor":{"prototype":{"role":"administrator"}}}')],
  ['a key twice', new Raw('{"id":1,"id":2}')],
];

/** The only text that no schema refuses and the database cannot hold. */
export const nul: readonly [string, string] = ['NUL', 'a\u0000b'];

const texts: (readonly [string, string])[] = [
  ['SQL', "' OR '1'='1' --"],
  ['SQL that waits', "'; pg_sleep(60); --"],
  ['a pattern of LIKE', '%_%\\'],
  ['a regular expression', '((a+)+)+$[^'],
  ['text for a regular expression', `${'a'.repeat(5_000)}!`],
  nul,
  ['control characters', '\u0001\u001b[31m\u007f\u0085\r\n\t'],
  ['a header', 'x\r\nSet-Cookie: a=b\r\n\r\n<b>'],
  ['a lone surrogate', 'a\ud800b'],
  ['the other way round', '\u202egpj.exe\u2066'],
  ['no width', '\ufeff\u200b\u2028\u2029'],
  ['digits of other scripts', '１２３٤٥٦'],
  ['letters that grow', 'ﬃİß'.repeat(100)],
  ['many marks on a letter', `a${'\u0301'.repeat(500)}`],
  ['a script', '"><script>alert(1)</script>'],
  ['a template', '$&{{7*7}}<%= 7*7 %>#{7*7}'],
  ['a formula', "=cmd|'/C calc'!A0"],
  ['a path', '../../../../etc/passwd'],
  ['an address', 'http://169.254.169.254/latest/meta-data/'],
  ['a command', '$(id)`id`;id|id&id'],
  ['a format', '%s%n%x%d'],
  ['no date', '2026-13-45T99:99:99Z'],
  ['the last of all years', '+275760-09-13T00:00:00.000Z'],
  ['a year before any', '0000-00-00T00:00:00Z'],
  ['a number in text', '1e9999'],
  ['a hexadecimal number', '0x7fffffff'],
  ['__proto__ as text', '__proto__'],
  ['constructor as text', 'constructor'],
];

export const payloads: readonly (readonly [string, unknown])[] = [...ofOtherTypes, ...texts];
export const textPayloads: readonly (readonly [string, string])[] = texts;

/** Every `step`th, from another one for each place: over many places all of them are sent. */
export function someOf<T>(all: readonly T[], place: number, count: number): T[] {
  const step = 7;
  return Array.from({ length: Math.min(count, all.length) }, (_, at) => {
    return all[(place + at * step) % all.length] as T;
  });
}

/** What is accepted here starts a thread or a process, which takes a third of a second. */
const costly: readonly string[] = ['uploadCallList', 'hearSoundFile'];

/** All that are refused, and of the others a few where they are costly. */
export function affordable<T extends { expects: string }>(
  { name }: { name: string },
  all: readonly T[],
): T[] {
  return all.filter(
    ({ expects }, at) => expects === 'refused' || at % 4 === 0 || !costly.includes(name),
  );
}
