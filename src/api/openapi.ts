/** The API description, made from the same contract that the server and the console use. */
import { z } from 'zod';
import { problemSchema } from '#contract/errors.ts';
import {
  idempotencyHours,
  idempotencyKey,
  idempotencyKeyHeader,
  isJsonResponse,
  type OperationShape,
  replayedHeader,
  unattendedHeader,
} from '#contract/http.ts';
import { allOperations } from '#contract/operations.ts';
import { operationsByRoute } from './binding.ts';

type Json = Record<string, unknown>;

/**
 * OpenAPI 3.1 allows one operation for each path and method, the documents several: those
 * become one operation whose response is one of theirs, and whose description names each of them.
 */
export function openapi(): Json {
  const paths: Record<string, Json> = {};
  for (const operations of operationsByRoute(allOperations)) {
    const [{ path, method }] = operations;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(operations) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Carillon',
      version: '1',
      description:
        'Outbound voice and text campaigns. Trailing slashes do not matter; unknown fields are ignored; clientId can be left out because the token carries it.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: sessionRule } },
      schemas: { Problem: schemaOf(problemSchema, 'output') },
    },
  };
}

function describe(operations: readonly [OperationShape, ...OperationShape[]]): Json {
  const [first] = operations;
  const bodies = operations.flatMap((operation) => requestBody(operation) ?? []);
  return {
    operationId: operations.at(-1)?.name,
    summary: operations.at(-1)?.summary,
    'x-operations': operations.map((operation) => operation.name),
    ...(operations.length > 1 ? { description: operations.map(overload).join('\n') } : {}),
    ...(first.auth === 'none' ? { security: [] } : {}),
    parameters: [
      ...parametersIn('path', operations),
      ...parametersIn('query', operations),
      ...(operations.some(({ idempotent }) => idempotent) ? [keyParameter] : []),
    ],
    ...(bodies.length > 0 ? { requestBody: bodies[0] } : {}),
    responses: {
      ...successes(operations),
      default: {
        description: 'A problem (RFC 9457).',
        content: {
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    },
  };
}

const sessionRule = `The token of a sign-in. It ends 12 hours after its last use and 24 hours after the sign-in. A request with the header ${unattendedHeader} is no use. Some operations respond with password_required until the password was entered within the last five minutes (provePassword, or the sign-in).`;

/** Of every operation that changes something. */
const keyParameter: Json = {
  name: idempotencyKeyHeader,
  in: 'header',
  required: false,
  description: `A new value for each intent, such as a UUID, and the same for each try of it. The operation is then done once: for ${idempotencyHours} hours a later try gets the same response, with the header ${replayedHeader}. With another body the key is refused (key_reused). Errors are not kept.`,
  schema: schemaOf(idempotencyKey, 'input'),
};

function overload({ name, summary, when }: OperationShape): string {
  const keys = when?.join(' and ');
  return `- ${name}${keys ? `, chosen by ${keys} in the query` : ''}: ${summary}`;
}

function parametersIn(location: 'path' | 'query', operations: readonly OperationShape[]): Json[] {
  const merged = new Map<string, Json>();
  for (const operation of operations) {
    const shape = (location === 'path' ? operation.params : operation.query)?.shape ?? {};
    for (const [name, schema] of Object.entries(shape)) {
      const needed =
        location === 'path' || (operations.length === 1 && !z.safeParse(schema, undefined).success);
      const known = merged.get(name);
      merged.set(
        name,
        known ?? { name, in: location, required: needed, schema: schemaOf(schema, 'input') },
      );
    }
  }
  return [...merged.values()];
}

function requestBody({ body, multipart }: OperationShape): Json | undefined {
  if (body) {
    const required = !z.safeParse(body, undefined).success;
    return { required, content: { 'application/json': { schema: schemaOf(body, 'input') } } };
  }
  if (!multipart) return undefined;
  const fields = schemaOf(multipart.fields, 'input');
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const properties = { ...(fields.properties as Json), [multipart.files]: file };
  const schema = { ...fields, properties };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

function successes(operations: readonly OperationShape[]): Json {
  const jsons = operations.flatMap(({ response }) =>
    isJsonResponse(response) ? [schemaOf(response, 'output')] : [],
  );
  if (jsons.length > 0) {
    const schema = jsons.length === 1 ? jsons[0] : { oneOf: jsons };
    return { 200: { description: 'Done.', content: { 'application/json': { schema } } } };
  }
  const response = operations[0]?.response;
  if (!response || isJsonResponse(response) || 'empty' in response)
    return { 204: { description: 'Done.' } };
  const type = 'bytes' in response ? response.bytes : 'text/plain';
  return { 200: { description: 'Done.', content: { [type]: { schema: { type: 'string' } } } } };
}

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
