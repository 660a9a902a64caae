/** What a form must not be, made of a valid one. */
import { type FormPart, formBytes } from '../multipart.ts';
import type { Expected } from '../verdict.ts';

export interface FormCase {
  what: string;
  expects: Expected;
  body: Uint8Array<ArrayBuffer>;
  type?: string;
}

const of = (
  expects: Expected,
  what: string,
  body: Uint8Array | string,
  type?: string,
): FormCase => ({
  ...{ expects, what, body: Uint8Array.from(Buffer.from(body)) },
  ...(type === undefined ? {} : { type }),
});

/** Around a valid form of the operation. */
export function badTypes(body: Uint8Array): FormCase[] {
  const typed = (type: string, expects: Expected = 'refused') =>
    of(expects, `the type ${type.slice(0, 60)}`, body, type);
  const long = 'b'.repeat(5_000);
  return [
    ...[
      ...[
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary=x',
      ],
      ...['multipart/form-data; boundary=""', 'multipart/; boundary=b'],
      ...[`multipart/form-data; boundary=${long}`, 'text/csv'],
      ...['application/x-www-form-urlencoded', 'application/octet-stream', 'image/png', '*/*'],
      ...['multipart/form-data, application/json; boundary=x', 'multipart/form-data; boundary=--'],
      'multipart/form-data; boundary=b\\"c',
    ].map((type) => typed(type)),
    // Read as the parser reads them: see form-boundary.ts.
    ...[
      ...['multipart/form-data; boundary="b', 'multipart/mixed; boundary=b'],
      ...[
        'multipart/form-data; Boundary=x; boundary=b',
        'multipart/form-data; boundary=x; boundary=b',
      ],
      "multipart/form-data; boundary*=utf-8''%62",
    ].map((type) => typed(type, 'either')),
    typed('multipart/form-data; boundary=b; charset=no-such', 'either'),
    typed('MULTIPART/FORM-DATA; BOUNDARY=b', 'either'),
    typed(`multipart/form-data; ${'a=b; '.repeat(500)}boundary=b`, 'either'),
  ];
}

type Body = (all: readonly FormPart[], options?: object) => Uint8Array;
const bodyOf: Body = (all, options = {}) => formBytes(all, options);

/** The whole form, cut, doubled or out of order. */
function badWholes(parts: readonly FormPart[], fields: readonly FormPart[], file: FormPart) {
  const whole = Buffer.from(bodyOf(parts));
  const padding = Buffer.from('x'.repeat(70_000));
  const more = (count: number, part: Partial<FormPart>) =>
    Array.from({ length: count }, (_, at) => ({ name: `more${at}`, content: 'x', ...part }));
  const crowd = more(200, { ...file, name: 'fileSelect' });
  const long = { name: 'more', content: 'x'.repeat(5_000_000) };
  const lineFeeds = whole.toString('latin1').replaceAll('\r\n', '\n');
  return [
    of('refused', 'nothing', ''),
    of('refused', 'an end alone', '--b--\r\n'),
    of('refused', 'a boundary alone', '--b\r\n'),
    of('refused', 'no part', bodyOf([])),
    of('refused', 'a part cut off', bodyOf(parts, { end: false }).subarray(0, -2)),
    of('refused', 'half of it', whole.subarray(0, whole.length >> 1)),
    of('either', 'no end', bodyOf(parts, { end: false })),
    of('either', 'text before', Buffer.concat([padding, Buffer.from('\r\n'), whole])),
    of('either', 'text behind', Buffer.concat([whole, padding])),
    of('either', 'line feeds alone', Buffer.from(lineFeeds, 'latin1')),
    of('either', 'every part twice', bodyOf([...parts, ...parts])),
    of('either', 'the parts in another order', bodyOf([...parts].reverse())),
    of('refused', '200 files', bodyOf([...fields, ...crowd])),
    of('refused', '1,000 fields', bodyOf([...more(1_000, {}), ...parts])),
    of('refused', 'a field of 5 MB', bodyOf([long, ...parts])),
    of('either', 'no file', bodyOf(fields)),
  ];
}

/** The file's part under other names and headers. */
function badFileParts(parts: readonly FormPart[], fields: readonly FormPart[], file: FormPart) {
  const as = (part: Partial<FormPart>) => bodyOf([...fields, { ...file, ...part }]);
  const inner = Buffer.from(bodyOf(parts, { boundary: 'c' }));
  const crowd = Array.from({ length: 3_000 }, (_, at) => `A${at}: b`);
  const field = { name: 'fileSelect', content: file.content };
  return [
    of('either', 'the file as a field', bodyOf([...fields, field])),
    of('either', 'the file under another name', as({ name: 'other' })),
    of('either', 'two files', bodyOf([...fields, file, { ...file, name: 'fileSelect2' }])),
    of('either', 'a part with 3,000 headers', as({ headers: crowd })),
    of('either', 'a part with a long header', as({ headers: [`A: ${'b'.repeat(100_000)}`] })),
    of(
      'either',
      'a part that is a form',
      as({ content: inner, headers: ['Content-Type: multipart/mixed; boundary=c'] }),
    ),
    ...['base64', 'quoted-printable', '7bit', 'gzip', 'no-such'].map((coding) =>
      of(
        'either',
        `a part in ${coding}`,
        as({ headers: [`Content-Transfer-Encoding: ${coding}`] }),
      ),
    ),
  ];
}

const names = [
  ...['__proto__', 'constructor', 'prototype', '', ' ', 'a[b][c]', '../x', 'a\0b', 'clientId'],
  ...['fileSelect', 'fileSelect99999999999999999999', 'fileSelect-1', '\ud800', 'toString'],
  'a'.repeat(100_000),
];
const says = 'Content-Disposition: form-data';
const dispositions = [
  ...[says, 'Content-Disposition: attachment; name="a"', 'X: y', '', `${says}; name=`, ':', '\0'],
  ...[`${says}; name="a`, `${says}; name="a"; name="clientId"`, 'Content-Disposition:'],
  ...[`${says}; name*=utf-8''%63lientId`, 'Content-Disposition: ;;;;'],
  ...[`${says}; name="a"; ${'x=y; '.repeat(5_000)}`],
  ...[`${says}; name="fileSelect"; filename*=utf-8''..%2f..%2fx`],
];
const contents = [
  ...['', '{', 'null', '[]', '{"__proto__":{"a":1}}', '[[[[', '"x"', '1e999', 'NaN', '{"a":1}{'],
];

/** Fields with other names and contents, and without one of them. */
function badFields(parts: readonly FormPart[], fields: readonly FormPart[], file: FormPart) {
  const without = (name: string) => fields.filter((one) => one.name !== name);
  return [
    ...names.map((name) =>
      of(
        'either',
        `a field named ${JSON.stringify(name.slice(0, 20))}`,
        bodyOf([{ name, content: '{"a":1}' }, ...parts]),
      ),
    ),
    ...dispositions.map((disposition) =>
      of(
        'either',
        `a part that says ${JSON.stringify(disposition.slice(0, 60))}`,
        bodyOf([...parts, { name: '', content: 'x', disposition }]),
      ),
    ),
    ...fields.flatMap(({ name }) => [
      ...contents.map((content) =>
        of('either', `${name} as ${content}`, bodyOf([...without(name), { name, content }, file])),
      ),
      of('either', `no ${name}`, bodyOf([...without(name), file])),
    ]),
  ];
}

export function badParts(parts: readonly FormPart[], file: FormPart): FormCase[] {
  const fields = parts.filter(({ fileName }) => fileName === undefined);
  return [badWholes, badFileParts, badFields].flatMap((bad) => bad(parts, fields, file));
}
