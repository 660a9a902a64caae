/** The judge of the attacks finds what it must: each kind of fault, planted. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { asked } from './asking.ts';
import { Score } from './score.ts';
import { Secrets } from './secrets.ts';
import { type Attack, type Class, judge, type Reply } from './verdict.ts';

const problemType = 'application/problem+json; charset=utf-8';
const view = { marks: ['quaggabx', '13027770001'] };
const attack: Omit<Attack, 'send'> = { name: 'planted', expects: 'either', view };
const reply = (text: string, more: Partial<Reply> = {}): Reply => ({
  ...{ status: 200, head: 'content-type: application/json', type: 'application/json', text },
  ...more,
});
const secrets = new Secrets();
secrets.add('hush-hush-hush-hush');
const refusal = { status: 404, type: problemType };

test.each<[string, Reply, Class]>([
  ['a 500', reply('{}', { status: 500, type: problemType }), '5xx'],
  ['a 503', reply('{}', { status: 503, type: problemType }), '5xx'],
  ['a connection that ends', reply('', { status: 0 }), '5xx'],
  ['a mark of another client', reply('{"name":"quaggacx list"}'), 'leak'],
  ['such a mark in a refusal', reply('quaggacx', refusal), 'leak'],
  ['such a mark in a header', reply('', { head: 'content-disposition: QUAGGACX.csv' }), 'leak'],
  ['a mark that begins like the own', reply('quaggabbx'), 'leak'],
  ["another client's number", reply('"13027770002"'), 'leak'],
  ['the same as people write it', reply('(302) 777-0002'), 'leak'],
  ['a full SSN', reply('{"ssn":"867531234"}'), 'leak'],
  ['a full SSN with hyphens', reply('867-53-1234'), 'leak'],
  ['a full date of birth', reply('"1961-07-13"'), 'leak'],
  ['a password hash', reply('$argon2id$v=19$m=64'), 'leak'],
  ['a stack trace', reply('Error: x\n    at Object.run (/srv/carillon/main.ts:1:2)'), 'leak'],
  ['a statement', reply('SELECT ssn FROM call_record', refusal), 'leak'],
  ["the database's words", reply('invalid input syntax for type bigint', refusal), 'leak'],
  ['a path of the server', reply('/opt/carillon/src/api/app.ts'), 'leak'],
  ['a secret', reply('"hush-hush-hush-hush"'), 'leak'],
  ['a secret within a word', reply('{"a":"xyzhush-hush-hush-hush0"}'), 'leak'],
  ['the beginning of a secret', reply('hush-hush-hush-hus'), 'accepted'],
  ['a script in a page', reply('<p><script>alert(1)</script>', { type: 'text/html' }), 'leak'],
  ['the own records', reply('quaggabx list, 13027770001, ***-**-1234'), 'accepted'],
  ['a refusal', reply('{}', refusal), 'refused'],
])('%s is found for what it is', (_, planted, kind) => {
  expect(judge(planted, attack, secrets).class).toBe(kind);
  expect(judge(planted, attack, secrets).fault === undefined).toBe(
    kind === 'accepted' || kind === 'refused',
  );
});

test("a request's own id is no number that was planted, whatever digits it has", () => {
  const id = '0302a777-0002-4abc-8def-302777000277';
  const head = `content-type: application/json\nx-request-id: ${id}`;
  expect(judge(reply(`{"requestId":"${id}"}`, { head }), attack).class).toBe('accepted');
  expect(judge(reply(`{"requestId":"${id}","phone":"13027770002"}`, { head }), attack).class).toBe(
    'leak',
  );
});

test('what was sent may come back, a full SSN to whoever has the right, and nothing more', () => {
  const sent = { ...attack, view: { ...view, sent: ['13027770002'] } };
  expect(judge(reply('13027770002'), sent).class).toBe('accepted');
  expect(judge(reply('13027770002 quaggacx'), sent).class).toBe('leak');
  const full = { ...attack, view: { ...view, fullSsn: true } };
  expect(judge(reply('867-53-1234'), full).class).toBe('accepted');
});

test.each<[string, Partial<Attack>, Reply]>([
  ['accepted', { expects: 'refused' }, reply('{}')],
  ['refused', { expects: 'accepted' }, reply('{}', refusal)],
  ['refused otherwise', { status: 401 }, reply('{}', refusal)],
  ['refused as a page', {}, reply('<h1>', { status: 404, type: 'text/html' })],
  ['wrong in another way', { check: () => 'It is wrong.' }, reply('{}')],
])('a response that is %s against expectation is a fault', (_, more, planted) => {
  expect(judge(planted, { ...attack, ...more }).fault).toBeDefined();
});

const server = createServer(({ url }, response) => {
  if (url === '/hang') return;
  response.statusCode = Number(url?.slice(1));
  response.setHeader('content-type', problemType).end('{}');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

test('a server that hangs and one that fails are counted, and named in the faults', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const score = new Score(secrets, 300);
  const to = (path: string): Attack => ({
    ...attack,
    name: path,
    send: () => asked(url, { path }),
  });
  await score.runFamily({
    name: 'planted',
    groups: ['/hang', '/500', '/404', '/200'].map(
      (path) => async (run) => void (await run(to(path))),
    ),
  });
  const counted = { refused: 1, accepted: 1, '5xx': 1, hang: 1, leak: 0 };
  expect(score.total).toEqual(counted);
  expect(score.faults.map((fault) => fault.split(' ').slice(0, 3).join(' ')).sort()).toEqual([
    '5xx: planted: /500:',
    'hang: planted: /hang:',
  ]);
  expect(score.table.split('\n').at(-1)).toMatch(/^total +4 +1 +1 +1 +1 +0$/);
});
