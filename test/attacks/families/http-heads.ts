/** First lines and headers that lie, or come in floods. */
import { rawRequest } from '../raw.ts';
import type { Reply } from '../verdict.ts';
import type { RawCase } from './http-case.ts';

const path = '/api/security/sessions';
const get = `GET ${path} HTTP/1.1`;

const lines: string[] = [
  ...['GET  /api/campaign HTTP/1.1', 'get /api/campaign HTTP/1.1', 'FOO /api/campaign HTTP/1.1'],
  ...[
    'GET http://evil.example/api/campaign HTTP/1.1',
    'GET https://carillon/api/campaign HTTP/1.1',
  ],
  ...['GET file:///etc/passwd HTTP/1.1', 'CONNECT evil.example:443 HTTP/1.1', 'OPTIONS * HTTP/1.1'],
  ...[
    'TRACE /api/campaign HTTP/1.1',
    'PUT /api/campaign HTTP/1.1',
    'DELETE /api/campaign HTTP/1.1',
  ],
  ...['PATCH /api/campaign HTTP/1.1', 'PROPFIND / HTTP/1.1', 'GET /api/campaign', 'GET', ''],
  ...['GET /api/campaign HTTP/0.9', 'GET /api/campaign HTTP/2.0', 'GET /api/campaign HTTP/9.9'],
  ...[
    'GET /api/campaign HTTP/1.1 extra',
    'GET\t/api/campaign\tHTTP/1.1',
    'GET api/campaign HTTP/1.1',
  ],
  ...['GET /api/camp\x00aign HTTP/1.1', 'GET /api/camp\xffaign HTTP/1.1', 'GET /a\rb HTTP/1.1'],
  ...[`GET /${'a'.repeat(100_000)} HTTP/1.1`, `${'A'.repeat(20_000)} / HTTP/1.1`],
];

const wholes: [string, string][] = [
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00'],
  ['a greeting of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'.padEnd(600, '\x00')],
  ['a greeting of SMTP', 'EHLO evil.example\r\nMAIL FROM:<a@b>\r\n\r\n'],
  ['a greeting of PostgreSQL', '\x00\x00\x00\x08\x04\xd2\x16\x2f\r\n\r\n'],
  ['NULs', '\x00'.repeat(5_000)],
  ['noise', Array.from({ length: 5_000 }, (_, at) => String.fromCharCode((at * 7) % 256)).join('')],
  ['line feeds alone', `${get}\nHost: carillon\n\n`],
  ['carriage returns alone', `${get}\rHost: carillon\r\r`],
];

const headers: [string, string[]][] = [
  ['no Host', []],
  ['two Hosts', ['Host: carillon', 'Host: evil.example']],
  ['an empty Host', ['Host:']],
  ['a Host with a user', ['Host: carillon@evil.example']],
  ['a Host with a path', ['Host: carillon/../x']],
  ['a Host with a wrong port', ['Host: carillon:99999']],
  ['a Host of somebody else', ['Host: evil.example']],
  ['a Host with markup', ['Host: "><script>alert(1)</script>']],
  ['a Host of 9,000 letters', [`Host: ${'h'.repeat(9_000)}`]],
  ['a header with NUL', ['A: b\x00c']],
  ['a name with a space', ['A b: c']],
  ['a name of nothing', [': c']],
  ['a header without a colon', ['Abc']],
  ['a name with NUL', ['A\x00: b']],
  ['a continued line', ['A: b\r\n c: d']],
  ['3,000 headers', Array.from({ length: 3_000 }, (_, at) => `A${at}: b`)],
  ['a header of 100,000 letters', [`A: ${'b'.repeat(100_000)}`]],
  ['a name of 100,000 letters', [`${'A'.repeat(100_000)}: b`]],
  ['2,000 addresses forwarded', [`X-Forwarded-For: ${'1.2.3.4,'.repeat(1_500)}`]],
  ['no address forwarded', ['X-Forwarded-For: "><script>, ::::, 999.1.1.1, \x80']],
  ['a Forwarded that lies', ['Forwarded: for=127.0.0.1;host=evil.example;proto=https']],
  ['another method', ['X-HTTP-Method-Override: DELETE', 'X-Method-Override: POST']],
  ['another address', ['X-Original-URL: /api/platform', 'X-Rewrite-URL: /api/platform']],
  ['a host forwarded', ['X-Forwarded-Host: evil.example', 'X-Host: evil.example']],
  ['an expectation', ['Expect: 200-ok']],
  [
    'a turn to HTTP/2',
    ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'],
  ],
  ['hop headers that name others', ['Connection: close, Authorization, Host, Content-Length']],
  ['1,000 ranges', [`Range: bytes=${'0-,'.repeat(1_000)}0-`]],
  ['a range out of range', ['Range: bytes=99999999999999999999-']],
  ['a flood of encodings', [`Accept-Encoding: ${'gzip;q=0.5,'.repeat(700)}*`]],
  ['a flood of languages', [`Accept-Language: ${'a-b;q=0.1,'.repeat(700)}*`]],
  ['a flood of cookies', [`Cookie: ${'a=b;'.repeat(2_000)}`]],
  ['a request id that is none', ['X-Request-Id: a\x1b[31m{"level":60}\u00e9']],
  [
    'an origin of somebody else',
    ['Origin: https://evil.example', 'Access-Control-Request-Method: POST'],
  ],
  ['an Idempotency-Key with quotes', ['Idempotency-Key: "\';--']],
];

/** No header of a request opens the door to another page. */
function noCors({ head, text }: Reply): string | undefined {
  if (/^access-control-allow/im.test(head)) return 'a page of another origin is let in';
  return /evil\.example/i.test(`${head}${text}`) ? 'the response names the other host' : undefined;
}

export function badHeads(token: string): RawCase[] {
  const gzip = ['Content-Type: application/json', 'Content-Encoding: gzip', 'Content-Length: 4'];
  const post = 'POST /api/security/login HTTP/1.1';
  const form = 'Content-Type: application/x-www-form-urlencoded';
  const closed = 'Connection: close';
  return [
    ...lines.map((line) => ({
      ...{ what: `the line ${JSON.stringify(line.slice(0, 40))}`, expects: 'refused' as const },
      ...{ bytes: [rawRequest(line)], check: noCors },
    })),
    ...wholes.map(([what, whole]) => ({ what, expects: 'refused' as const, bytes: [whole] })),
    ...headers.map(([what, given]) => ({
      ...{ what: `${what}, by a stranger`, expects: 'refused' as const, check: noCors },
      bytes: [
        what === 'no Host' ? `${get}\r\n${closed}\r\n\r\n` : rawRequest(get, [...given, closed]),
      ],
    })),
    // The same on the address that is open to everybody.
    ...headers.slice(1).map(([what, given]) => ({
      ...{ what: `${what}, for the console`, expects: 'either' as const, check: noCors },
      bytes: [rawRequest('GET / HTTP/1.1', [...given, closed])],
    })),
    ...headers.slice(1).map(([what, given]) => ({
      ...{ what: `${what}, beside two tokens`, expects: 'either' as const },
      bytes: [
        rawRequest(get, [`Authorization: Bearer x`, `Authorization: Bearer ${token}`, ...given]),
      ],
      check: ({ status }: Reply) =>
        status === 200 ? 'the second of two tokens was taken' : undefined,
    })),
    {
      what: 'a packed body',
      expects: 'refused',
      bytes: [rawRequest(post, gzip, '\x1f\x8b\x08\x00')],
    },
    {
      ...{ what: 'a body as of a page without script', expects: 'refused' },
      bytes: [rawRequest(post, [form, 'Content-Length: 7'], 'code=a1')],
    },
  ];
}
