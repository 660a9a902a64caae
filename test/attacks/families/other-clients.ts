/** Every operation with ids of another client's records, wherever it takes one. */
import { type EntityField, entityFields } from '../../../src/contract/entity-fields.ts';
import type { OperationShape } from '../../../src/contract/http.ts';
import { type Ask, requestOf } from '../../api/tenancy-request.ts';
import { asked, requestFor, withValue } from '../asking.ts';
import type { Family, Run } from '../score.ts';
import type { Expected } from '../verdict.ts';
import { signedIn, type Target, type World } from '../world.ts';

const sources = ['params', 'query', 'body', 'form'] as const;
type Source = (typeof sources)[number];

const schemasOf = ({ params, query, body, multipart }: OperationShape) => ({
  ...{ params, query, body, form: multipart?.fields },
});

interface Variant {
  what: string;
  expects: Expected;
  ask: Ask;
  headers?: Record<string, string>;
}

/** The other's id, as it is and in disguise. */
function inField(
  source: Source,
  { entity, path }: EntityField,
  ask: Ask,
  other: Target,
): Variant[] {
  const id = other.ids[ask.use[entity] ?? entity];
  const variant = (what: string, value: unknown, expects: Expected = 'refused') => ({
    what: `${entity} of another in ${source} ${path.join('.')} ${what}`,
    expects,
    ask: withValue(ask, source, path, value),
  });
  const asText = source === 'params' || source === 'query';
  // Written so that one reader sees the own record and the next the other's.
  const disguised = asText
    ? [variant('in disguise', `0${id}`, 'either'), variant('as an exponent', `${id}e0`, 'either')]
    : [variant('as text', String(id), 'either'), variant('in a list', [id], 'either')];
  const twice = source === 'query' ? [variant('beside another', ['1', String(id)], 'either')] : [];
  return [variant('as it is', id), variant('made negative', -id, 'either'), ...disguised, ...twice];
}

function variantsOf(operation: OperationShape, own: Target, other: Target): Variant[] {
  const ask = requestOf(operation, own);
  const schemas = schemasOf(operation);
  const fields = sources.flatMap((source) =>
    entityFields(schemas[source]).flatMap((field) => inField(source, field, ask, other)),
  );
  const client = other.ids.client;
  const body = typeof ask.body === 'object' && !Array.isArray(ask.body) ? ask.body : undefined;
  return [
    ...fields,
    // The other's whole request: its numbers, names of files and keys of uploads, too.
    { what: 'the request of another', expects: 'either', ask: requestOf(operation, other) },
    {
      what: 'clientId of another in the query',
      expects: 'refused',
      ask: withValue(ask, 'query', ['clientId'], client),
    },
    {
      what: 'clientId of another in the query beside the own',
      expects: 'refused',
      ask: withValue(ask, 'query', ['clientId'], [own.ids.client, client]),
    },
    ...(body && operation.body
      ? [
          {
            what: 'clientId of another in the body',
            expects: 'refused' as const,
            ask: withValue(ask, 'body', ['clientId'], client),
          },
        ]
      : []),
    {
      what: 'headers that name another client',
      expects: 'either',
      ask: { ...ask, params: ask.params },
      headers: {
        'x-client-id': String(client),
        'x-tenant-id': String(client),
        'client-id': String(client),
      },
    },
  ];
}

const group = (world: World, operation: OperationShape) => async (run: Run) => {
  const own = await world.targetOf(operation);
  const { other } = world;
  let token = await world.renew(own);
  for (const { what, expects, ask, headers } of variantsOf(operation, own, other)) {
    const send = () =>
      asked(world.api.url, {
        ...requestFor(operation, ask),
        token,
        headers: { ...own.from, ...headers },
      });
    // The number that was asked for may come back; whose it is may not.
    const view = { ...own.view, sent: other.marks.slice(1) };
    const reply = await run({ name: `${operation.name}: ${what}`, expects, view, send });
    if (operation.method === 'POST' && typeof reply === 'object' && reply.status < 400) {
      token = await world.renew(own);
    }
  }
};

export function otherClients(world: World): Family {
  return {
    name: "other client's ids",
    groups: signedIn.map((operation) => group(world, operation)),
  };
}
