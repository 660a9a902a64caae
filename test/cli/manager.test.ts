/** Managers by command: their passwords, links and rights. */
import { expect, test } from 'vitest';
import { verifyPassword } from '../../src/db/password.ts';
import { accountOfLink } from '../../src/db/queries/manager-link.ts';
import { findCredentials } from '../../src/db/queries/session.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSession } from '../harness/session.ts';
import { commandsOn } from './command-run.ts';

const database = await freshDatabase();
const carillon = commandsOn(database.url);

const done = { code: 0, err: '' };

test('a manager is added with a link, listed and given a new password, and the old session ends', async () => {
  const { clientId, code } = await makeClient(database);
  const added = await carillon('manager', 'add', code, 'bob_1', 'bob@example.com', '--name=Bob B');
  const link = /^(.+), for one use within (\d+) hours: (http:\S+)#([\w-]{43})$/m;
  const [, what, hours, address, token = ''] = link.exec(added.out) ?? [];
  expect([what, hours, address]).toEqual(['Invitation', '72', 'http://127.0.0.1:4400/invitation']);
  expect(await accountOfLink(database, token)).toMatchObject({ username: 'bob_1' });
  const first = await findCredentials(database, code, 'BOB_1');
  expect((await carillon('manager', 'list', code)).out).toMatch(/bob_1 +Bob B +bob@example\.com/);
  await openSession(database, clientId, first?.managerId ?? 0);
  const typing = commandsOn(database.url, { input: ['four-green kettles'] });
  const reset = await typing('manager', 'reset-password', code, 'bob_1', '--password-stdin');
  expect(reset).toMatchObject({ ...done, out: '"bob_1" has a new password; 1 session ended.' });
  expect(await accountOfLink(database, token)).toBeUndefined();
  const again = await carillon('manager', 'reset-password', code, 'BOB_1');
  expect(again.out).toMatch(
    /^Link for a new password, for one use within 24 hours: http:.+\/reset#[\w-]{43}$/,
  );
  const after = await findCredentials(database, code, 'bob_1');
  expect(await verifyPassword(after?.passwordHash, 'four-green kettles')).toBe(true);
});

test('a manager follows the rules of the console', async () => {
  const { code } = await makeClient(database);
  const add = (...words: string[]) => carillon('manager', 'add', code, ...words);
  expect((await add('bob', 'nowhere')).err).toContain('Please enter a valid email');
  expect(await add('b-b', 'b@example.com')).toMatchObject({ code: 2 });
  for (const [words, sentence] of [
    [['b'.repeat(101), 'b@example.com'], 'A username can have at most 100 characters.'],
    [['bob', `${'b'.repeat(244)}@example.com`], 'An email can have at most 255 characters.'],
    [['bob', 'b@example.com', `--name=${'b'.repeat(256)}`], 'A name can have at most 255'],
  ] as const) {
    expect((await add(...words)).err).toContain(sentence);
  }
  const typed = (password: string) =>
    commandsOn(database.url, { input: [password] })(
      ...['manager', 'add', code, 'bob', 'b@example.com', '--password-stdin'],
    );
  expect(await typed('a')).toMatchObject({ code: 2 });
  expect(await typed('password1234!')).toEqual({
    code: 1,
    out: '',
    err: 'This password is a frequent one, or extends one. Choose another.',
  });
  const shown = await add('bob', 'b@example.com', '--password=four-green kettles');
  expect(shown).toMatchObject({ code: 2, out: '' });
  expect(shown.err).toContain('A password is not given on the command line');
  expect(shown.err).not.toContain('kettles');
  expect(await add('bob', 'b@example.com')).toMatchObject(done);
  expect(await add('BOB', 'b@example.com')).toMatchObject({ code: 1 });
});

test('the first manager of a client is an administrator with full SSNs, the next one is not', async () => {
  const { out } = await carillon('client', 'add', 'ranks', 'Ranks');
  expect(out).toContain('was created');
  const add = async (username: string, ...options: string[]) =>
    (await carillon('manager', 'add', 'ranks', username, 'm@example.com', ...options)).out;
  expect(await add('ann')).toContain(
    'added to "ranks" as an administrator with the right to full SSNs.',
  );
  expect(await add('bob')).toContain('as a manager.');
  expect(await add('eve', '--role=reporter', '--full-ssn=yes')).toContain(
    'as a reporter with the right to full SSNs.',
  );
  expect((await carillon('manager', 'list', 'ranks')).out).toMatch(
    /ann .*administrator +yes\n.*bob .*manager +no\n.*eve .*reporter +yes/,
  );
  const odd = await carillon('manager', 'add', 'ranks', 'x', 'm@example.com', '--role=boss');
  expect(odd).toMatchObject({ code: 2 });
});

test('the last administrator of a client stays one', async () => {
  await carillon('client', 'add', 'lastone', 'Last One');
  await carillon('manager', 'add', 'lastone', 'ann', 'a@example.com');
  await carillon('manager', 'add', 'lastone', 'bob', 'b@example.com');
  const set = (username: string, ...options: string[]) =>
    carillon('manager', 'set', 'lastone', username, ...options);
  expect(await set('ann', '--role=manager')).toMatchObject({
    code: 1,
    err: '"ann" is the last administrator of "lastone". Make another one first.',
  });
  expect(await set('ann', '--full-ssn=no')).toMatchObject({
    ...done,
    out: '"ann" is an administrator.',
  });
  expect(await set('bob', '--role=administrator')).toMatchObject(done);
  expect(await set('ann', '--role=manager')).toMatchObject({ ...done, out: '"ann" is a manager.' });
  expect(await set('nobody', '--role=manager')).toMatchObject({ code: 1 });
  expect(await set('ann')).toMatchObject({ code: 2 });
});

test('an administrator who was only invited does not replace one who can sign in', async () => {
  const { code, manager } = await makeClient(database);
  const invited = await carillon(
    'manager',
    'add',
    code,
    'eve',
    'e@example.com',
    '--role=administrator',
  );
  expect(invited).toMatchObject(done);
  const set = await carillon('manager', 'set', code, manager.username, '--role=manager');
  expect(set.err).toContain('is the last administrator of');
  expect(await carillon('manager', 'set', code, 'eve', '--role=manager')).toMatchObject(done);
});
