/** Scrub services on the command line. */
import { afterAll, expect, test } from 'vitest';
import { startScrubDouble } from '../../scripts/dev/scrub-double.ts';
import { asOwner, asPlatform } from '../../src/db/database.ts';
import { listScrubServices, noteScrubTrouble } from '../../src/db/queries/scrub-service.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { carrierCommands } from './carrier-commands.ts';

const db = await freshDatabase();
const { carillon, withInput } = carrierCommands(db);
await makeClient(db, { code: 'acme' });
const double = await startScrubDouble({ key: 'topsecret99' });
afterAll(() => double.close());

const add = (name: string, ...more: string[]) =>
  withInput(
    ['topsecret99'],
    ...['scrub', 'add', name, `--url=${double.url}`, '--private', '--key-stdin', ...more],
  );

test('a service is added, listed, tested and removed; its key comes from standard input and is never shown', async () => {
  const added = await add('first', '--questions=line,reassigned', '--good-days=14', '--batch=200');
  expect(added).toMatchObject({
    code: 0,
    out: `Scrub service "first" was added: url=${double.url}, questions=reassigned,line, good-days=14, batch=200, per-second=2, key=****.`,
  });
  expect((await add('first')).err).toContain('The name "first" is already taken.');
  const listed = await carillon('scrub', 'list');
  expect(listed.out).toMatch(/first +http:\S+ +reassigned, line +14 days +not asked yet/);
  const [json] = JSON.parse((await carillon('scrub', 'list', '--json')).out);
  expect(json).toEqual({
    ...{ name: 'first', url: double.url, questions: ['reassigned', 'line'], goodDays: 14 },
    ...{ batch: 200, perSecond: 2, private: true, answeredAt: null, failingSince: null },
    ...{ trouble: null, troubleCode: null },
  });
  const tried = await carillon('scrub', 'test', 'first', '212-555-0103');
  expect(tried).toMatchObject({ code: 0 });
  expect(tried.out).toMatch(/ok +212-555-0103, reassigned: no\nok +212-555-0103, line: landline/);
  const asJson = await carillon('scrub', 'test', 'first', '212-555-0106', '--json');
  expect(JSON.parse(asJson.out)).toMatchObject({ phone: '12125550106', answers: {} });
  const stored = await asOwner(db, (tx) => tx.rows('SELECT * FROM scrub_service'));
  const audited = await asOwner(db, (tx) =>
    tx.rows<{ words: string }>(`SELECT audit_entry::text AS words FROM audit_entry`),
  );
  expect(JSON.stringify(audited)).toContain('scrubService');
  const said = [added, listed, tried].map(({ out, err }) => out + err);
  expect(JSON.stringify([said, stored, audited, json])).not.toContain('topsecret');

  const removed = await carillon('scrub', 'remove', 'first');
  expect(removed).toEqual({ code: 0, err: '', out: 'Scrub service "first" was removed.' });
  const left = await asOwner(db, (tx) => tx.rows('SELECT secret FROM scrub_service'));
  expect(left).toEqual([{ secret: null }]);
  expect((await carillon('scrub', 'test', 'first')).err).toBe(
    'There is no scrub service "first". Run "carillon scrub list" to see all of them.',
  );
  expect((await carillon('scrub', 'list')).out).toBe('No scrub service is connected.');
});

test('a service that fails is said to fail by its test, by the list, and by the status', async () => {
  await add('second');
  double.fault = 'refuse';
  const tried = await carillon('scrub', 'test', 'second');
  expect(tried).toMatchObject({ code: 1, out: 'WRONG  It does not accept the key.' });
  double.fault = 'none';
  const status = async () => JSON.parse((await carillon('status', '--json')).out);
  // A test by hand says nothing of the service as it is asked.
  expect((await status()).scrubServices).toEqual([
    { name: 'second', failingSince: null, trouble: null, troubleCode: null },
  ]);
  await asPlatform(db, async (tx) => {
    const [one] = await listScrubServices(tx);
    await noteScrubTrouble(tx, one?.scrubServiceId ?? 0, { code: 'timeout' });
  });
  expect((await carillon('scrub', 'list')).out).toContain('It does not respond in time.');
  const { problems } = await status();
  expect(problems).toContainEqual({
    code: 'scrub_silent',
    sentence: expect.stringMatching(
      /^The scrub service "second" has not answered since .*\. It does not respond in time\. Numbers without an answer are not held, except by rules that hold until checked\. Try "carillon scrub test second"\.$/,
    ),
  });
});

test.each([
  [['--url=http://scrub.example.com'], 'It must begin with https://'],
  [['--url=https://10.0.0.7/v1'], 'Say --private if the service is there.'],
  [['--url=https://scrub.example.com', '--questions=line,carrier'], '"carrier" is not a question.'],
  [
    ['--url=https://scrub.example.com', '--good-days=0'],
    '--good-days must be a whole number from 1',
  ],
  [['--url=https://scrub.example.com', '--batch=9999'], 'from 1 to 5,000'],
  [[], 'Give --url'],
])('%j is refused, and nothing is added', async (options, words) => {
  const refused = await withInput(['key'], 'scrub', 'add', 'third', '--key-stdin', ...options);
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toContain(words);
  expect(await asPlatform(db, listScrubServices)).toHaveLength(1);
});
