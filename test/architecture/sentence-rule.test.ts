import { expect, test } from 'vitest';
import { sentenceBreaches } from './sentence-rule.ts';

const file = 'src/db/queries/campaign.ts';
const none = new Map<string, string>();
const breachesOf = (source: string, exceptions = none) =>
  sentenceBreaches(new Map([[file, source]]), exceptions);

test.each([
  ["error.message.includes('lost')", '.message.includes('],
  ["(error as Error).message.startsWith('lost')", '.message.startsWith('],
  ["row.statusReason?.replace('x', '')", '.statusReason?.replace('],
  ["carrier.detail\n    .endsWith('.')", '.detail\n    .endsWith('],
  ['/lost/.test(error.message)', '.test(error.message)'],
  ['/lost/.exec(logged.sentence)', '.exec(logged.sentence)'],
  ["error.message === 'lost'", ".message === '"],
  ['carrier.detail !== `lost`', '.detail !== `'],
  ["record.callerIdTypeName.startsWith('Hide')", "TypeName.startsWith('Hide"],
  ["point.startsWith('last call')", ".startsWith('last call'"],
  ["name.replace(/^the /, '')", '.replace(/^the /'],
  ["/^the .*s$/.test(name) ? 'open' : 'opens'", '/^the .*s$/.test('],
])('a decision by the words of a sentence is refused: %s', (source, use) => {
  expect(breachesOf(source)).toEqual([`${file}: "${use}"; decide by a code, not by a sentence`]);
});

test.each([
  ["error.code === '08P01'"],
  ["carrier.detail === ''"],
  ["detailCodes.some(({ code }) => code === 'no_engine')"],
  ['log(error.message)'],
  ['record.callerIdTypeName === callerIdTypeNames[callerIdType.hide]'],
  ["sql.replace('ORDER BY', order)"],
])('a code is compared, and a sentence is shown: %s', (source) => {
  expect(breachesOf(source)).toEqual([]);
});

test('words without a code are compared only in the files of the list, each of which does', () => {
  const listed = new Map([[file, 'it has no code']]);
  expect(breachesOf("error.message.includes('lost')", listed)).toEqual([]);
  expect(breachesOf('error.code', listed)).toEqual([
    `${file}: compares no sentence; remove it from test/architecture/sentence-rule.ts`,
  ]);
});

test('tests compare what a person reads', () => {
  const source = "error.message === 'lost'";
  expect(sentenceBreaches(new Map([['src/db/errors.test.ts', source]]), none)).toEqual([]);
});
