/** Refuses a form that the parser cannot be built for, with a sentence. */
/// <reference path="./busboy-params.d.ts" />
import { Busboy } from '@fastify/busboy';
import parseParams from '@fastify/busboy/lib/utils/parseParams.js';
import { problem } from '#contract/errors.ts';

/** RFC 2046, 5.1.1: no more than 70 characters. The parser cannot hold a very long one. */
const longestBoundary = 70;

/**
 * Reads the header as the parser does, which differs from a plain search for the word "boundary"
 * where it contains quotes and backslashes.
 *
 * @throws ProblemError malformed
 */
export function refuseBadBoundary(contentType: string): void {
  const boundary = boundaryOf(contentType);
  if (!boundary) throw problem('malformed', 'The form has no boundary.');
  if (boundary.length > longestBoundary) {
    throw problem('malformed', `The form's boundary is longer than ${longestBoundary} characters.`);
  }
  try {
    // Its errors have no code that would identify them later. It holds nothing until it is written
    // to.
    new Busboy({ headers: { 'content-type': contentType } });
  } catch (cause) {
    throw problem('malformed', 'The header of the form could not be read.', { cause });
  }
}

/** The first one counts, as for the parser. */
function boundaryOf(contentType: string): string | undefined {
  const params = parseParams(contentType);
  const named = params.find((one) => Array.isArray(one) && one[0].toLowerCase() === 'boundary');
  return Array.isArray(named) ? named[1] : undefined;
}
