import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type CallShape, isJsonAnswer } from '#contract/http.ts';

/**
 * Sends what a handler answered in the form that the contract names: JSON, text, bytes or nothing.
 * A handler may set headers (Content-Disposition, Content-Location, Content-Type) itself.
 */
export function sendAnswer(
  reply: FastifyReply,
  call: CallShape,
  value: unknown,
  checkAnswers: boolean,
): FastifyReply {
  // The handler has already answered, or has taken over the connection.
  if (reply.sent) return reply;
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  if (value === undefined || 'empty' in call.answer) return reply.code(204).send();

  if (!reply.hasHeader('content-type')) reply.type(mediaType(call));
  if (!isJsonAnswer(call.answer) || value instanceof Readable) return reply.send(value);
  if (checkAnswers) mustFit(call, value);
  return reply.send(JSON.stringify(value));
}

function mediaType({ answer }: CallShape): string {
  if (isJsonAnswer(answer)) return 'application/json; charset=utf-8';
  if ('bytes' in answer) return answer.bytes;
  return 'text/plain; charset=utf-8';
}

/** Drift between a handler and the contract must fail a test, and not reach the console. */
function mustFit(call: CallShape, value: unknown): void {
  if (!isJsonAnswer(call.answer)) return;
  const asSent: unknown = JSON.parse(JSON.stringify(value));
  const result = call.answer.safeParse(asSent);
  if (!result.success) {
    throw new Error(
      `The answer of ${call.name} is not as the contract says: ${result.error.message}`,
    );
  }
}
