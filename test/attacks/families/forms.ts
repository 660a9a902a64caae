/** Forms whose parts, boundaries and names are none, for every operation that takes a form. */
import type { OperationShape } from '../../../src/contract/http.ts';
import { allOperations } from '../../../src/contract/operations.ts';
import { requestOf } from '../../api/tenancy-request.ts';
import { asked, requestFor } from '../asking.ts';
import { type FormPart, formBytes, formType } from '../multipart.ts';
import { exchanged, rawRequest } from '../raw.ts';
import type { Family, Group } from '../score.ts';
import type { Expected } from '../verdict.ts';
import type { World } from '../world.ts';

interface FormCase {
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
function badTypes(body: Uint8Array): FormCase[] {
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

function badParts(parts: readonly FormPart[], file: FormPart): FormCase[] {
  const fields = parts.filter(({ fileName }) => fileName === undefined);
  const body = (all: readonly FormPart[], options = {}) => formBytes(all, options);
  const more = (count: number, part: Partial<FormPart>) =>
    Array.from({ length: count }, (_, at) => ({ name: `more${at}`, content: 'x', ...part }));
  const named = (disposition: string) => body([...parts, { name: '', content: 'x', disposition }]);
  const names = [
    ...[
      '__proto__',
      'constructor',
      'prototype',
      '',
      ' ',
      'a'.repeat(100_000),
      'a[b][c]',
      '../x',
      'a\0b',
    ],
    ...[
      'clientId',
      'fileSelect',
      'fileSelect99999999999999999999',
      'fileSelect-1',
      '\ud800',
      'toString',
    ],
  ];
  return [
    of('refused', 'nothing', ''),
    of('refused', 'an end alone', '--b--\r\n'),
    of('refused', 'a boundary alone', '--b\r\n'),
    of('refused', 'no part', body([])),
    of('refused', 'a part cut off', body(parts, { end: false }).subarray(0, -2)),
    of('refused', 'half of it', body(parts).subarray(0, body(parts).length >> 1)),
    of('either', 'no end', body(parts, { end: false })),
    of(
      'either',
      'text before',
      Buffer.concat([Buffer.from('x'.repeat(70_000)), Buffer.from('\r\n'), body(parts)]),
    ),
    of('either', 'text behind', Buffer.concat([body(parts), Buffer.from('x'.repeat(70_000))])),
    of(
      'either',
      'line feeds alone',
      Buffer.from(Buffer.from(body(parts)).toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
    ),
    of('either', 'every part twice', body([...parts, ...parts])),
    of('either', 'the parts in another order', body([...parts].reverse())),
    of(
      'either',
      'the file as a field',
      body([...fields, { name: 'fileSelect', content: file.content }]),
    ),
    of('either', 'the file under another name', body([...fields, { ...file, name: 'other' }])),
    of('either', 'two files', body([...fields, file, { ...file, name: 'fileSelect2' }])),
    of('refused', '200 files', body([...fields, ...more(200, { ...file, name: 'fileSelect' })])),
    of('refused', '1,000 fields', body([...more(1_000, {}), ...parts])),
    of(
      'refused',
      'a field of 5 MB',
      body([{ name: 'more', content: 'x'.repeat(5_000_000) }, ...parts]),
    ),
    of(
      'either',
      'a part with 3,000 headers',
      body([...fields, { ...file, headers: Array.from({ length: 3_000 }, (_, n) => `A${n}: b`) }]),
    ),
    of(
      'either',
      'a part with a header of 100,000 letters',
      body([...fields, { ...file, headers: [`A: ${'b'.repeat(100_000)}`] }]),
    ),
    of(
      'either',
      'a part that is a form',
      body([
        ...fields,
        {
          ...file,
          content: body(parts, { boundary: 'c' }),
          headers: ['Content-Type: multipart/mixed; boundary=c'],
        },
      ]),
    ),
    ...['base64', 'quoted-printable', '7bit', 'gzip', 'no-such'].map((coding) =>
      of(
        'either',
        `a part in ${coding}`,
        body([...fields, { ...file, headers: [`Content-Transfer-Encoding: ${coding}`] }]),
      ),
    ),
    ...names.map((name) =>
      of(
        'either',
        `a field named ${JSON.stringify(name.slice(0, 20))}`,
        body([{ name, content: '{"a":1}' }, ...parts]),
      ),
    ),
    ...[
      ...[
        'Content-Disposition: form-data',
        'Content-Disposition: attachment; name="a"',
        'X: y',
        '',
      ],
      ...['Content-Disposition: form-data; name=', 'Content-Disposition: form-data; name="a', ':'],
      ...['Content-Disposition: form-data; name="a"; name="clientId"', 'Content-Disposition:'],
      ...["Content-Disposition: form-data; name*=utf-8''%63lientId", 'Content-Disposition: ;;;;'],
      ...[`Content-Disposition: form-data; name="a"; ${'x=y; '.repeat(5_000)}`],
      ...[
        'Content-Disposition: form-data; name="fileSelect"; filename*=utf-8\'\'..%2f..%2fx',
        '\0',
      ],
    ].map((line) =>
      of('either', `a part that says ${JSON.stringify(line.slice(0, 60))}`, named(line)),
    ),
    ...fields.flatMap(({ name }) =>
      [
        '',
        '{',
        'null',
        '[]',
        '{"__proto__":{"a":1}}',
        '[[[[',
        '"x"',
        '1e999',
        'NaN',
        '{"a":1}{',
      ].map((content) =>
        of(
          'either',
          `${name} as ${content}`,
          body([...fields.filter((one) => one.name !== name), { name, content }, file]),
        ),
      ),
    ),
    ...fields.map(({ name }) =>
      of('either', `no ${name}`, body([...fields.filter((one) => one.name !== name), file])),
    ),
    of('either', 'no file', body(fields)),
  ];
}

const group =
  (world: World, operation: OperationShape): Group =>
  async (run) => {
    const own = await world.make();
    const token = await world.renew(own);
    const ask = requestOf(operation, own);
    const { path, method = 'POST' } = requestFor(operation, { ...ask, file: undefined });
    const fields = Object.entries(ask.form).map(([name, value]) => ({
      ...{ name, content: typeof value === 'string' ? value : JSON.stringify(value) },
    }));
    const { name: fileName, content } = ask.file ?? { name: 'a.csv', content: 'First,Phone\n' };
    const file = { name: operation.multipart?.files ?? '', content, fileName };
    const parts = [...fields, file];
    const cases = [...badTypes(formBytes(parts)), ...badParts(parts, file)];
    for (const { what, expects, body, type = formType } of cases) {
      await run({
        ...{ name: `${operation.name} with ${what}`, expects, view: own.view, mayCut: true },
        send: () =>
          asked(world.api.url, {
            ...{ path, method, token, body },
            headers: { ...own.from, 'content-type': type },
          }),
      });
    }
    await slow(world, { path, token, whole: formBytes(parts) }, run, operation.name);
  };

/** Forms that stop, drip or are cut off: nobody waits for them for long. */
async function slow(
  world: World,
  { path, token, whole }: { path: string; token: string; whole: Uint8Array },
  run: Parameters<Group>[0],
  name: string,
): Promise<void> {
  const head = (length: number) =>
    rawRequest(`POST ${path} HTTP/1.1`, [
      ...[`Authorization: Bearer ${token}`, `Content-Type: ${formType}`],
      `Content-Length: ${length}`,
    ]);
  const half = whole.subarray(0, whole.length >> 1);
  const drops = [...whole.subarray(0, 40)].flatMap((byte) => [Uint8Array.of(byte), 100]);
  const cases = [
    { what: 'that never comes', bytes: [head(100_000)] },
    { what: 'that stops', bytes: [head(whole.length), half] },
    { what: 'that drips', bytes: [head(100_000), ...drops] },
  ];
  await Promise.all(
    cases.map(({ what, bytes }) =>
      run({
        ...{ name: `${name} with a form ${what}`, expects: 'refused', view: { marks: [] } },
        ...{ mayCut: true, send: () => exchanged(world.api.url, bytes) },
      }),
    ),
  );
}

export function forms(world: World): Family {
  const taking = allOperations.filter(({ multipart }) => multipart !== undefined);
  return { name: 'forms', groups: taking.map((operation) => group(world, operation)) };
}
