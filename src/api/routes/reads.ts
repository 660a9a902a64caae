import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problem } from '#contract/errors.ts';
import { isJsonResponse, type OperationShape, unattendedHeader } from '#contract/http.ts';
import { allOperations } from '#contract/operations.ts';
import { readTogether } from '#contract/reads.ts';
import { type Bindings, route } from '../binding.ts';

/** What the server judges a request by: who asks, from where, and whether anybody is there. */
const passedOn = [
  ...['authorization', 'host', 'user-agent', unattendedHeader.toLowerCase()],
  ...['x-forwarded-for', 'x-forwarded-proto'],
] as const;

/** Each read passes through the whole server as if it had come by itself. */
export function registerReadRoutes(app: Bindings): void {
  route(app, readTogether, async ({ query: { read }, request }) => {
    for (const path of read) refuseOthers(path);
    return Promise.all(read.map((path) => readOne(request.server, request, path)));
  });
}

const readable = allOperations.filter(isReadable).map(({ path }) => patternOf(path));

function isReadable({ method, response, name }: OperationShape): boolean {
  return method === 'GET' && isJsonResponse(response) && name !== readTogether.name;
}

/** An id in a path is one part of it, in any spelling: the operation judges it. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?#]+')}(\\?[^#]*)?$`);
}

function refuseOthers(path: string): void {
  if (readable.some((pattern) => pattern.test(path))) return;
  throw problem(
    'rule_broken',
    'A read is the path of an operation that is a GET and responds with JSON.',
  );
}

async function readOne(server: FastifyInstance, request: FastifyRequest, path: string) {
  const headers = Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const { remoteAddress } = request.socket;
  const response = await server.inject({
    ...{ method: 'GET', url: path, headers },
    ...(remoteAddress !== undefined && { remoteAddress }),
  });
  return { status: response.statusCode, body: bodyOf(response.body) };
}

/** A refusal of the server itself may be no JSON. */
function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
