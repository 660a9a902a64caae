/** Requests that no browser sends: two lengths, bad chunks, addresses that lead out, floods. */
import { connect } from 'node:net';
import { exchanged, type Piece, rawRequest, responsesIn } from '../raw.ts';
import type { Family, Group, Run } from '../score.ts';
import type { Reply, View } from '../verdict.ts';
import type { Target, World } from '../world.ts';
import type { RawCase } from './http-case.ts';
import { badHeads } from './http-heads.ts';
import { badPaths } from './http-paths.ts';

const sent = (
  world: World,
  { what, expects, bytes, responses = 1, view = { marks: [] }, check }: RawCase,
  run: Run,
) =>
  run({
    ...{ name: what, expects, view, mayCut: true },
    send: () => exchanged(world.api.url, bytes),
    check(reply) {
      const came = responsesIn(reply).length;
      if (came > responses) return `${came} responses to what should have ${responses}`;
      return check?.(reply);
    },
  });

/** The second request is in the first one's body: whoever reads a length wrongly answers it. */
function twoLengths(token: string, view: View): RawCase[] {
  const inner = rawRequest('GET /api/campaign HTTP/1.1', [`Authorization: Bearer ${token}`]);
  const chunked = `0\r\n\r\n${inner}`;
  const post = (headers: readonly string[], body: string): Piece[] => [
    rawRequest(
      'POST /api/security/login HTTP/1.1',
      ['Content-Type: application/json', ...headers],
      body,
    ),
  ];
  const length = `Content-Length: ${Buffer.byteLength(chunked)}`;
  const encodings = [
    ...['Transfer-Encoding: chunked', 'Transfer-Encoding : chunked', 'Transfer-Encoding: xchunked'],
    ...['Transfer-Encoding: chunked, identity', 'Transfer-Encoding: identity'],
    ...['Transfer-Encoding: \x0bchunked', 'Transfer-Encoding: chunked;q=1'],
    ...['Transfer-Encoding:\r\n chunked', 'X: y\nTransfer-Encoding: chunked'],
    ...['Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', ' Transfer-Encoding: chunked'],
    ...[
      'Transfer_Encoding: chunked',
      'transfer-encoding:CHUNKED',
      'Transfer-Encoding: gzip, chunked',
    ],
  ];
  const lengths = [
    ...['5\r\nContent-Length: 6', '+5', '-1', '0x5', '5, 6', '5 5', '1e1', '', '5;', '٥'],
    ...['99999999999999999999999', '5\r\nContent-Length: 5', '5\x00'],
  ];
  return [
    ...encodings.flatMap((encoding) =>
      [[encoding, length], [length, encoding], [encoding]].map((headers) => ({
        what: `${JSON.stringify(headers.join(', '))} around another request`,
        expects: 'refused' as const,
        bytes: post(headers, chunked),
        // Chunks that end are one request, and what follows is the next one of the same sender.
        ...(headers.length === 1 ? { responses: 2, view, expects: 'either' as const } : {}),
      })),
    ),
    ...lengths.map((value) => ({
      what: `a length of ${JSON.stringify(value)}`,
      expects: 'refused' as const,
      bytes: post([`Content-Length: ${value}`], `12345${inner}`),
    })),
  ];
}

function badChunks(): RawCase[] {
  const bodies = [
    ...[
      'zz\r\n{}\r\n0\r\n\r\n',
      '-1\r\n{}\r\n0\r\n\r\n',
      '0x2\r\n{}\r\n0\r\n\r\n',
      '\r\n\r\n0\r\n\r\n',
    ],
    ...['fffffffffffffffff\r\n{}', '2{}\r\n0\r\n\r\n', '2\n{}\n0\n\n', '2\r\n{}xx\r\n0\r\n\r\n'],
    ...[
      `2;${'x'.repeat(100_000)}\r\n{}\r\n0\r\n\r\n`,
      '2 \r\n{}\r\n0\r\n\r\n',
      '+2\r\n{}\r\n0\r\n\r\n',
    ],
    ...[`2\r\n{}\r\n0\r\n${'A: b\r\n'.repeat(5_000)}\r\n`, '2\r\n{}\r\n0\r\nA\x00: b\r\n\r\n'],
    ...[
      '2\r\n{}\r\n0\r\nContent-Length: 99\r\nAuthorization: Bearer x\r\n\r\n',
      '2\r\n{}\r\n00000\r\n\r\n',
    ],
  ];
  return bodies.map((body) => ({
    what: `chunks ${JSON.stringify(body.slice(0, 24))}`,
    expects: 'refused' as const,
    bytes: [
      rawRequest(
        'POST /api/security/login HTTP/1.1',
        ['Content-Type: application/json', 'Transfer-Encoding: chunked', 'Connection: close'],
        body,
      ),
    ],
  }));
}

/** One connection, many requests: whoever was let in once is not let in for the next one. */
function pipelines(token: string, view: View): RawCase[] {
  const as = `Authorization: Bearer ${token}`;
  const get = (headers: string[] = []) =>
    rawRequest('GET /api/security/sessions HTTP/1.1', headers);
  const last = (reply: Reply) =>
    responsesIn(reply).at(-1)?.endsWith('401') ? undefined : 'the last one was let in';
  return [
    { what: '40 requests at once', expects: 'refused', bytes: [get().repeat(40)], responses: 40 },
    {
      ...{ what: 'without a token after one with it', expects: 'accepted', responses: 2, view },
      ...{ bytes: [get([as]) + get()], check: last },
    },
    {
      ...{ what: 'without a token after one with it and a pause', expects: 'accepted' },
      ...{ bytes: [get([as]), 100, get()], check: last, responses: 2, view },
    },
    {
      ...{ what: 'requests behind the end of a connection', expects: 'refused' },
      bytes: [get(['Connection: close']) + get([as]).repeat(9)],
    },
    {
      ...{ what: 'a body that is a request, of a GET without a length', expects: 'refused' },
      ...{ bytes: [get() + get([as]).slice(0, 20)], responses: 2 },
    },
  ];
}

/** Connections that never end their request: others are served meanwhile. */
const occupied =
  (world: World, begin: string): Group =>
  async (run) => {
    const port = Number(new URL(world.api.url).port);
    const sockets = Array.from({ length: 60 }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(begin);
      return socket;
    });
    await run({
      ...{ name: `60 connections that stop at ${JSON.stringify(begin.slice(-20))}` },
      ...{ expects: 'accepted', view: { marks: [] } },
      send: () => exchanged(world.api.url, [rawRequest('GET /health/ready HTTP/1.1')]),
    });
    for (const socket of sockets) socket.destroy();
  };

/** A body that stops, or drips, is ended: test/api/stalled-body.test.ts has the times. */
const drip =
  (world: World, { token }: Target): Group =>
  async (run) => {
    const head = (length: number) =>
      rawRequest('POST /api/customfield HTTP/1.1', [
        ...[`Authorization: Bearer ${token}`, 'Content-Type: application/json'],
        `Content-Length: ${length}`,
      ]);
    const drops = Array.from({ length: 40 }, () => [' ', 100]).flat();
    await Promise.all(
      [
        { what: 'a body that never comes', bytes: [head(50)] },
        { what: 'a body that drips', bytes: [head(5_000), ...drops] },
        { what: 'half a body', bytes: [`${head(50)}{"name":`] },
      ].map(({ what, bytes }) => sent(world, { what, expects: 'refused', bytes }, run)),
    );
  };

export async function http(world: World): Promise<Family> {
  const own = await world.make();
  const token = await world.renew(own);
  const all = [
    ...twoLengths(token, own.view),
    ...badChunks(),
    ...pipelines(token, own.view),
    ...badHeads(token),
    ...badPaths(),
  ];
  const groups = Array.from(
    { length: 6 },
    (_, at): Group =>
      async (run) => {
        for (let next = at; next < all.length; next += 6)
          await sent(world, all[next] as RawCase, run);
      },
  );
  const begins = ['GET ', 'POST /api/security/login HTTP/1.1\r\nHost: c', '\r\n'];
  const waits = begins.map((begin) => occupied(world, begin));
  return { name: 'raw HTTP', groups: [drip(world, own), ...groups, ...waits] };
}
