import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { isJsonResponse, type OperationShape } from '#contract/http.ts';

/**
 * Sends what a handler returned in the form that the contract names: JSON, text, bytes or nothing.
 * A handler may set headers (Content-Disposition, Content-Location, Content-Type) itself.
 */
export function sendResponse(
  reply: FastifyReply,
  operation: OperationShape,
  value: unknown,
  checkResponses: boolean,
): FastifyReply {
  // The handler has already responded, or has taken over the connection.
  if (reply.sent) return reply;
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  if (value === undefined || 'empty' in operation.response) return reply.code(204).send();

  if (!reply.hasHeader('content-type')) reply.type(mediaType(operation));
  if (!isJsonResponse(operation.response) || value instanceof Readable) return reply.send(value);
  if (checkResponses) mustFit(operation, value);
  return reply.send(JSON.stringify(value));
}

function mediaType({ response }: OperationShape): string {
  if (isJsonResponse(response)) return 'application/json; charset=utf-8';
  if ('bytes' in response) return response.bytes;
  return 'text/plain; charset=utf-8';
}

/** A difference between a handler and the contract must fail a test, not reach the console. */
function mustFit(operation: OperationShape, value: unknown): void {
  if (!isJsonResponse(operation.response)) return;
  const asSent: unknown = JSON.parse(JSON.stringify(value));
  const result = operation.response.safeParse(asSent);
  if (!result.success) {
    throw new Error(
      `The response of ${operation.name} does not match the contract: ${result.error.message}`,
    );
  }
}
