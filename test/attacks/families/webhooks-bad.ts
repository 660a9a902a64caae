/** Webhooks as a carrier sends them, as an impostor does, and as a carrier's own fault would. */
import { signatureOf } from '../../../src/carriers/twilio/signature.ts';
import type { Expected } from '../verdict.ts';

/** For the API's settings: where Twilio believes to find it. */
export const publicUrl = 'https://carillon.example';

export const authToken = 'attacked7he7wi1i0d0ub1e000000000';
export const accountSid = `AC${'a1'.repeat(16)}`;
export const carrier = 'attacked';
export const form = 'application/x-www-form-urlencoded';

type Fields = [string, string][];
const call: Fields = [
  ['CallSid', `CA${'0a'.repeat(16)}`],
  ['CallStatus', 'completed'],
  ['Digits', '9'],
];
const text: Fields = [
  ['MessageSid', 'SM0123456789abcdef'],
  ['MessageStatus', 'delivered'],
  ['From', '+13025560001'],
  ['To', '+12122000000'],
];

/** Every webhook that there is. */
export const webhooks: [string, Fields][] = [
  ['inbound', [...text, ['Body', 'STOP']]],
  ['status/1-1-1', text],
  ['call/engine/1-2-3/status', call],
  ['call/engine/1-2-3/amd', [...call, ['AnsweredBy', 'human']]],
  ['call/engine/1-2-3/answer/0.0', call],
  ['call/engine/1-2-3/hold/0.0', call],
  ['call/engine/1-2-3/played/1.0', call],
  ['call/engine/1-2-3/key/4.0', call],
  ['call/engine/1-2-3-agent/answer/0.0', call],
];

export interface Posted {
  path: string;
  fields: Fields;
  headers?: Record<string, string>;
  body?: string;
}

export const encoded = (fields: Fields) => new URLSearchParams(fields).toString();

export function signed({ path, fields, ...more }: Posted): Posted {
  const signature = signatureOf(authToken, publicUrl + path, fields);
  return { path, fields, ...more, headers: { 'x-twilio-signature': signature, ...more.headers } };
}

/** By what it is: the headers of a webhook that the carrier did not sign. */
export function forgeries(path: string, fields: Fields): [string, Record<string, string>][] {
  const by = (token: string, url: string, given = fields) => signatureOf(token, url, given);
  const url = publicUrl + path;
  const good = by(authToken, url);
  const as = (signature: string) => ({ 'x-twilio-signature': signature });
  return [
    ['without a signature', {}],
    ['with an empty signature', as('')],
    ['with half a signature', as(good.slice(0, 14))],
    ['with a signature in another case', as(good.toLowerCase())],
    ['with a signature and more', as(`${good},${good}`)],
    ['signed with another token', as(by('x'.repeat(32), url))],
    ['signed with no token', as(by('', url))],
    ['signed with the account', as(by(accountSid, url))],
    ['signed for another address', as(by(authToken, `${url}0`))],
    ['signed for another host', as(by(authToken, `https://evil.example${path}`))],
    ['signed for plain http', as(by(authToken, url.replace('https', 'http')))],
    ['signed for other fields', as(by(authToken, url, [...fields, ['A', 'b']]))],
    ['signed for no fields', as(by(authToken, url, []))],
    ['signed for the name of another', as(by(authToken, `${publicUrl}/carrier/other/inbound`))],
    ["with a manager's token", { authorization: `Bearer ${good}` }],
    ['with the signature as another header', { 'x-signature': good, 'x-twilio-email-event': good }],
  ];
}

/** Whole bodies that are odd, made of an inbound text. */
function oddBodies(inbound: (body: string, more?: Fields) => Posted): [string, Expected, Posted][] {
  const many: Fields = Array.from({ length: 3_000 }, (_, n) => [`F${n}`, 'x']);
  return [
    ['3,000 fields', 'accepted', inbound('Hi', many)],
    ['a field twice', 'either', inbound('Hi', [['Body', 'STOP']])],
    [
      '__proto__ as a field',
      'accepted',
      inbound('Hi', [
        ['__proto__', 'x'],
        ['constructor', 'y'],
      ]),
    ],
    ['70 KiB', 'refused', inbound('x'.repeat(70_000))],
    [
      'JSON',
      'refused',
      signed({
        ...inbound('Hi'),
        headers: { 'content-type': 'application/json' },
        body: '{"MessageSid":"SM0123456789abcdef"}',
      }),
    ],
    [
      'a form of parts',
      'refused',
      {
        ...inbound('Hi'),
        body: '--b\r\n\r\n--b--',
        headers: { ...inbound('Hi').headers, 'content-type': 'multipart/form-data; boundary=b' },
      },
    ],
    ['bad escapes', 'refused', { ...inbound('Hi'), body: 'MessageSid=%zz&Body=%' }],
    ['bytes that are no text', 'refused', { ...inbound('Hi'), body: 'MessageSid=\ufffd\u0000' }],
    ['nothing', 'refused', { ...inbound('Hi'), body: '' }],
  ];
}

/** Signed, so that Carillon reads it: what a carrier's own fault would send. */
export function nonsense(): { what: string; expects: Expected; posted: Posted }[] {
  const at = (rest: string) => `/carrier/${carrier}/${rest}`;
  const inbound = (body: string, more: Fields = []): Posted =>
    signed({ path: at('inbound'), fields: [...text, ['Body', body], ...more] });
  const values = [
    ...['', '\0', 'a\0b', '\u202e', '%00', '%', '\ud800', "' OR 1=1 --", '<script>', '{{7*7}}'],
    ...[
      '=cmd()',
      '../../etc/passwd',
      'x'.repeat(30_000),
      '\r\nSet-Cookie: a=b',
      '٣',
      '-1',
      '1e400',
    ],
  ];
  const names = ['Body', 'From', 'To', 'NumMedia', 'OptOutType', 'MessageStatus', 'MessageSid'];
  const odd = names.flatMap((name) =>
    values.map((value) => ({
      what: `${name} ${JSON.stringify(value.slice(0, 20))}`,
      expects: 'either' as const,
      posted: signed({
        path: at(name === 'MessageStatus' ? 'status/1-1-1' : 'inbound'),
        fields: [...text.filter(([one]) => one !== name), [name, value]],
      }),
    })),
  );
  const paths = [
    ...['', '..', 'inbound/..', '%2e%2e/inbound', 'status/', 'status/1/2', 'status/%00', 'call/'],
    ...[
      'call/e/1-2/status',
      'call/e/-1-2-3/status',
      'call/e/1-2-3/key/9999999.0',
      'call/e/1-2-3/x',
    ],
    ...[
      'call/../../1-2-3/status',
      `status/${'1'.repeat(101)}`,
      `call/e/${'9'.repeat(300)}-1-1/status`,
    ],
    ...['status/__proto__', 'call/e/1-2-3/answer/0.0%0d%0aA: b', 'inbound?a=b&a=c', 'inbound#x'],
  ];
  return [
    ...odd,
    ...paths.map((rest) => ({
      what: `the address ${rest.slice(0, 30)}`,
      expects: 'either' as const,
      posted: signed({ path: at(rest), fields: [...call, ...text] }),
    })),
    ...oddBodies(inbound).map(([what, expects, posted]) => ({ what, expects, posted })),
  ];
}
