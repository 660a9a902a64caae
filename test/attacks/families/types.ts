/** Every field of every request with values of other types, and with texts that mean something elsewhere. */
import type { z } from 'zod';
import type { OperationShape } from '../../../src/contract/http.ts';
import { allOperations } from '../../../src/contract/operations.ts';
import { requestOf } from '../../api/tenancy-request.ts';
import { asked, Raw, requestFor, withValue } from '../asking.ts';
import { nul, payloads, someOf, textPayloads } from '../payloads.ts';
import { schemaFields } from '../schema-fields.ts';
import type { Family, Run } from '../score.ts';
import type { Expected } from '../verdict.ts';
import type { World } from '../world.ts';

const sources = ['params', 'query', 'body', 'form'] as const;

/** For each place; the one after it begins with others. All operations together send every value many times. */
const perPlace = 2;

/** Refused is what the contract's own schema refuses; text is read in its own way. */
function expectedOf(schema: z.ZodType | undefined, given: unknown, value: unknown): Expected {
  if (!schema || value instanceof Raw) return 'either';
  // As it arrives.
  const text = JSON.stringify(given);
  const read = schema.safeParse(text === undefined ? undefined : JSON.parse(text));
  return read.success ? 'either' : 'refused';
}

const group =
  (world: World, operation: OperationShape, at: number) =>
  async (run: Run): Promise<void> => {
    const own = await world.targetOf(operation);
    const ask = requestOf(operation, own);
    const { params, query, body, multipart } = operation;
    const schemas = { params, query, body, form: multipart?.fields };
    let token = await world.renew(own);
    let place = at * 11;
    const one = async (name: string, expects: Expected, changed: typeof ask) => {
      const request = requestFor(operation, changed);
      const send = () => asked(world.api.url, { ...request, token, headers: own.from });
      const reply = await run({
        name: `${operation.name}: ${name}`,
        expects,
        view: own.view,
        send,
      });
      // It may have ended the session.
      if (typeof reply === 'object' && operation.method === 'POST' && reply.status < 400) {
        token = await world.renew(own);
      }
    };
    for (const source of sources) {
      const isText = source === 'params' || source === 'query';
      for (const { path } of schemaFields(schemas[source])) {
        if (path.length === 0 && source !== 'body') continue;
        place += 1;
        const some = someOf(isText ? textPayloads : payloads, place, perPlace);
        const sent = isText ? [...some.filter(([what]) => what !== nul[0]), nul] : some;
        for (const [what, value] of sent) {
          const changed = withValue(ask, source, path, value);
          const whole = changed[source];
          const expects = source === 'body' ? expectedOf(body, whole, value) : 'either';
          await one(`${what} in ${source} ${path.join('.')}`, expects, changed);
        }
        if (source !== 'query') continue;
        await one(
          `query ${path.join('.')} twice`,
          'either',
          withValue(ask, source, path, ['1', 'b']),
        );
      }
    }
    for (const key of ['__proto__', 'constructor', 'prototype', 'toString']) {
      const inQuery = withValue(ask, 'query', [`${key}[role]`], 'administrator');
      await one(`${key} in the query`, 'either', withValue(inQuery, 'query', [key], '1'));
    }
  };

export function types(world: World): Family {
  return {
    name: 'types',
    groups: allOperations.map((operation, at) => group(world, operation, at)),
  };
}
