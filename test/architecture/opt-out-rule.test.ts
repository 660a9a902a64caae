import { expect, test } from 'vitest';
import { optOutBreaches } from './opt-out-rule.ts';

const blocking = `import { optOut } from '#db/queries/opt-out.ts';\nimport { asClient } from '#db/database.ts';\n`;
const bare = `${blocking}await asClient(db, 1, (tx) => optOut(tx, 1, phone, 'key'));\n`;
const whole = `${blocking}await commitOptOuts(db, 1, (tx) => optOut(tx, 1, phone, 'key'), () => [phone]);\n`;
const breachesOf = (file: string, source: string) => optOutBreaches(new Map([[file, source]]));

test('a file that blocks a number and commits it by itself is a breach', () => {
  const file = 'src/engine/voice/keys.ts';
  expect(breachesOf(file, bare)).toEqual([
    `${file}: blocks numbers that opted out without commitOptOuts or settleOptOuts`,
  ]);
  expect(breachesOf(file, whole)).toEqual([]);
});

test('queries and tests may block numbers in the transaction of others', () => {
  expect(breachesOf('src/db/queries/inbound-text.ts', bare)).toEqual([]);
  expect(breachesOf('test/engine/keys.test.ts', bare)).toEqual([]);
  expect(
    breachesOf('src/api/routes/list.ts', `import { optOutReply } from './texting.ts';\n`),
  ).toEqual([]);
});

test('only queries bar without barAgain', () => {
  const source = `await asClient(db, 1, (tx) => barWaiting(tx, 1, phones));\n`;
  expect(breachesOf('src/imports/load-file.ts', source)).toEqual([
    'src/imports/load-file.ts: uses barWaiting; barAgain does it after a commit',
  ]);
  expect(breachesOf('src/db/queries/opt-out.ts', source)).toEqual([]);
});
