/** Every request far too large, deep or long, and pages and ends that are out of every range. */
import type { OperationShape } from '../../../src/contract/http.ts';
import { allOperations } from '../../../src/contract/operations.ts';
import { type Ask, requestOf } from '../../api/tenancy-request.ts';
import { asked, Raw, requestFor, withValue } from '../asking.ts';
import { someOf } from '../payloads.ts';
import { schemaFields } from '../schema-fields.ts';
import type { Family, Run } from '../score.ts';
import type { Expected } from '../verdict.ts';
import type { World } from '../world.ts';

/** Over the limit of a JSON body, which is 1 MiB. */
const overLimit = 1_100_000;
const deep = (levels: number) => new Raw(`${'['.repeat(levels)}${']'.repeat(levels)}`);
const deepObject = (levels: number) => new Raw(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
const long = 'x'.repeat(300_000);
const many = new Raw(`[${Array(50_000).fill('1').join(',')}]`);
const manyTexts = new Raw(`[${Array(20_000).fill('"a"').join(',')}]`);
const manyKeys = new Raw(`{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join(',')}}`);

/** For each place, of each kind; the one after it begins with others. */
const perPlace = 2;

/** Numbers for limits, pages and ends. */
const numbers = ['-1', '0', '2147483648', '9223372036854775808', '-9223372036854775809', '1e308'];

const inText = [...numbers, '9'.repeat(400), 'x'.repeat(6_000)];

interface Large {
  what: string;
  expects: Expected;
  ask: Ask;
  headers?: Record<string, string>;
  body?: string;
}

function inBody(operation: OperationShape, ask: Ask, from: number): Large[] {
  if (!operation.body) return [];
  const fields = schemaFields(operation.body).filter(({ path }) => path.length > 0);
  const at = (path: readonly string[], what: string, value: unknown): Large => ({
    what: `${what} in body ${path.join('.')}`,
    expects: 'either',
    ask: withValue(ask, 'body', path, value),
  });
  return [
    ...fields.flatMap(({ path, types }, place) => [
      ...(types.includes('string') ? [at(path, '300,000 letters', long)] : []),
      ...(types.includes('array')
        ? [
            (from + place) % 2 === 0
              ? at(path, '50,000 numbers', many)
              : at(path, '20,000 texts', manyTexts),
          ]
        : []),
      ...(types.includes('record') ? [at(path, '20,000 keys', manyKeys)] : []),
      ...(types.includes('number')
        ? someOf(numbers.slice(2), from + place, perPlace).map((value) =>
            at(path, value, new Raw(value)),
          )
        : []),
    ]),
    at([], '5,000 levels of lists', deep(5_000)),
    at([], '5,000 levels of objects', deepObject(5_000)),
    at([], '20,000 keys', manyKeys),
    { what: 'a body over the limit', expects: 'refused', ask, body: `"${'x'.repeat(overLimit)}"` },
    {
      what: 'a body of spaces over the limit',
      expects: 'refused',
      ask,
      body: ' '.repeat(overLimit),
    },
  ];
}

function inAddress(operation: OperationShape, ask: Ask, from: number): Large[] {
  const of = { query: operation.query, params: operation.params };
  const fields = (['query', 'params'] as const).flatMap((source) =>
    schemaFields(of[source])
      .filter(({ path }) => path.length === 1)
      .map(({ path }) => ({ source, path })),
  );
  const at = ({ source, path }: (typeof fields)[number], value: string): Large => ({
    what: `${value.slice(0, 24)} in ${source} ${path.join('.')}`,
    expects: 'either',
    ask: withValue(ask, source, path, value),
  });
  const crowd = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`q${n}`, '1']));
  return [
    ...fields.flatMap((field, place) =>
      someOf(inText, from + place, perPlace * 2).map((value) => at(field, value)),
    ),
    {
      what: '1,000 keys in the query',
      expects: 'either',
      ask: { ...ask, query: { ...ask.query, ...crowd } },
    },
    {
      what: 'an address of 40,000 letters',
      expects: 'refused',
      ask: withValue(ask, 'query', ['q'], 'x'.repeat(40_000)),
    },
    {
      what: 'a header of 30,000 letters',
      expects: 'refused',
      ask,
      headers: { 'x-long': 'x'.repeat(30_000) },
    },
    {
      what: 'an Idempotency-Key of 5,000 letters',
      expects: 'either',
      ask,
      headers: { 'idempotency-key': 'k'.repeat(5_000) },
    },
  ];
}

const group =
  (world: World, operation: OperationShape, from: number) =>
  async (run: Run): Promise<void> => {
    const own = await world.targetOf(operation);
    const ask = requestOf(operation, own);
    let token = await world.renew(own);
    for (const one of [...inBody(operation, ask, from), ...inAddress(operation, ask, from)]) {
      const request = requestFor(operation, one.ask);
      const body = one.body ?? request.body;
      const headers = { ...own.from, ...one.headers };
      const reply = await run({
        ...{ name: `${operation.name}: ${one.what}`, expects: one.expects, view: own.view },
        // A body that is not read to its end: its sender may see the end of the connection first.
        mayCut: one.body !== undefined,
        send: () => asked(world.api.url, { ...request, body, token, headers }),
      });
      if (typeof reply === 'object' && operation.method === 'POST' && reply.status < 400) {
        token = await world.renew(own);
      }
    }
  };

export function sizes(world: World): Family {
  return {
    name: 'sizes',
    groups: allOperations.map((operation, at) => group(world, operation, at)),
  };
}
