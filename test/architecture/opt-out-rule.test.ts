import { expect, test } from 'vitest';
import { optOutBreaches } from './opt-out-rule.ts';

const listing = `import { optOut } from '#db/queries/opt-out.ts';\nimport { asClient } from '#db/database.ts';\n`;
const bare = `${listing}await asClient(db, 1, (tx) => optOut(tx, 1, phone, 'key'));\n`;
const whole = `${listing}await commitOptOuts(db, 1, (tx) => optOut(tx, 1, phone, 'key'), () => [phone]);\n`;
const breachesOf = (file: string, source: string) => optOutBreaches(new Map([[file, source]]));

test('a file that lists an opt-out and commits it by itself is a breach', () => {
  const file = 'src/engine/voice/keys.ts';
  expect(breachesOf(file, bare)).toEqual([
    `${file}: lists opt-outs without commitOptOuts or settleOptOuts`,
  ]);
  expect(breachesOf(file, whole)).toEqual([]);
});

test('queries and tests may list in the transaction of others', () => {
  expect(breachesOf('src/db/queries/inbound-text.ts', bare)).toEqual([]);
  expect(breachesOf('test/engine/keys.test.ts', bare)).toEqual([]);
  expect(
    breachesOf('src/api/routes/list.ts', `import { optOutReply } from './texting.ts';\n`),
  ).toEqual([]);
});
