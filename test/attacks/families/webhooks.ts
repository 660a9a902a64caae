/** A carrier's webhooks by whoever is not the carrier, and by a carrier that sends nonsense. */
import { twilioKind } from '../../../src/carriers/twilio/kind.ts';
import { signatureOf } from '../../../src/carriers/twilio/signature.ts';
import { asPlatform } from '../../../src/db/database.ts';
import { insertCarrier } from '../../../src/db/queries/carrier.ts';
import { asked } from '../asking.ts';
import type { Family, Group } from '../score.ts';
import type { Expected, Reply } from '../verdict.ts';
import type { World } from '../world.ts';

/** For the API's settings: where Twilio believes to find it. */
export const publicUrl = 'https://carillon.example';
export const carrierKinds = { twilio: twilioKind };

const authToken = 'attacked7he7wi1i0d0ub1e000000000';
const accountSid = `AC${'a1'.repeat(16)}`;
const carrier = 'attacked';
const form = 'application/x-www-form-urlencoded';

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
const webhooks: [string, Fields][] = [
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

interface Posted {
  path: string;
  fields: Fields;
  headers?: Record<string, string>;
  body?: string;
}

const encoded = (fields: Fields) => new URLSearchParams(fields).toString();

function signed({ path, fields, ...more }: Posted): Posted {
  const signature = signatureOf(authToken, publicUrl + path, fields);
  return { path, fields, ...more, headers: { 'x-twilio-signature': signature, ...more.headers } };
}

/** By what it is: the headers of a webhook that the carrier did not sign. */
function forgeries(path: string, fields: Fields): [string, Record<string, string>][] {
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

/** Signed, so that Carillon reads it: what a carrier's own fault would send. */
function nonsense(): { what: string; expects: Expected; posted: Posted }[] {
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
  const many: Fields = Array.from({ length: 3_000 }, (_, n) => [`F${n}`, 'x']);
  const bodies: [string, Expected, Posted][] = [
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
  return [
    ...odd,
    ...paths.map((rest) => ({
      what: `the address ${rest.slice(0, 30)}`,
      expects: 'either' as const,
      posted: signed({ path: at(rest), fields: [...call, ...text] }),
    })),
    ...bodies.map(([what, expects, posted]) => ({ what, expects, posted })),
  ];
}

export async function webhookAttacks(world: World): Promise<Family> {
  const { db, api } = world;
  await asPlatform(db, (tx) =>
    insertCarrier(tx, api.deps.vault, 'twilio', {
      ...{ name: carrier, settings: { accountSid }, secrets: { authToken } },
    }),
  );
  const send = ({ path, fields, headers = {}, body = encoded(fields) }: Posted) =>
    asked(api.url, { path, method: 'POST', headers: { 'content-type': form, ...headers }, body });
  const stored = () =>
    asPlatform(db, async (tx) => {
      const row = await tx.row<{ n: number }>('SELECT count(*)::int AS n FROM carrier_callback');
      return row?.n ?? 0;
    });
  // The text of a person may come back to nobody; TwiML names the address that was called.
  const view = { marks: [] };

  const forged: Group = async (run) => {
    const before = await stored();
    for (const [rest, fields] of webhooks) {
      const path = `/carrier/${carrier}/${rest}`;
      for (const [how, headers] of forgeries(path, fields)) {
        const name = `${rest} ${how}`;
        const one = { name, expects: 'refused' as const, status: 403, view };
        await run({ ...one, send: () => send({ path, fields, headers }) });
      }
      for (const other of [
        'nobody',
        'simulated',
        'Attacked',
        '__proto__',
        '%2e%2e',
        `${carrier}%00`,
      ]) {
        const elsewhere = signed({ path: `/carrier/${other}/${rest}`, fields });
        const name = `${rest} of the carrier ${other}`;
        await run({ name, expects: 'refused', view, send: () => send(elsewhere) });
      }
      for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
        const name = `${method} ${rest}`;
        const headers = signed({ path, fields }).headers ?? {};
        await run({
          name,
          expects: 'refused',
          view,
          send: () => asked(api.url, { path, method, headers }),
        });
      }
    }
    const name = 'what nobody signed is not stored';
    const none = async (): Promise<Reply> => ({
      ...{ status: 200, head: '', type: '', text: String((await stored()) - before) },
    });
    const check = ({ text: more }: Reply) => (more === '0' ? undefined : `${more} are stored`);
    await run({ name, expects: 'accepted', view, send: none, check });
  };

  const replayed: Group = async (run) => {
    for (const [rest, fields] of webhooks.filter(([one]) => !one.includes('-agent'))) {
      const posted = signed({ path: `/carrier/${carrier}/${rest}`, fields });
      let count = 0;
      for (const how of ['once', 'again', 'five times at once'] as const) {
        const times = how === 'five times at once' ? 5 : 1;
        const all = async () => {
          const replies = await Promise.all(Array.from({ length: times }, () => send(posted)));
          const kept = await storedOf(posted.path);
          if (how === 'once') count = kept;
          const [first] = replies;
          return { ...(first as Reply), text: kept === count ? '' : `stored ${kept} times` };
        };
        const check = (reply: Reply) => reply.text || undefined;
        await run({ name: `${rest} signed, ${how}`, expects: 'accepted', view, send: all, check });
      }
    }
  };
  const storedOf = (path: string) =>
    asPlatform(db, async (tx) => {
      const row = await tx.row<{ n: number }>(
        'SELECT count(*)::int AS n FROM carrier_callback WHERE carrier = $1 AND path = $2',
        [carrier, path.replace(`/carrier/${carrier}/`, '')],
      );
      return row?.n ?? 0;
    });

  const signedNonsense: Group = async (run) => {
    for (const { what, expects, posted } of nonsense()) {
      const name = `signed, with ${what}`;
      await run({ name, expects, view, send: () => send(posted) });
    }
  };
  // One after the other: the first counts what is stored.
  return {
    name: 'webhooks',
    groups: [
      async (run) => {
        for (const group of [forged, replayed, signedNonsense]) await group(run);
      },
    ],
  };
}
