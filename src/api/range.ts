import type { FastifyReply, FastifyRequest } from 'fastify';

/** The whole sound, or the one range that a player asks for (RFC 9110 section 14). */
export function rangeOf(sound: Buffer, { headers }: FastifyRequest, reply: FastifyReply): Buffer {
  reply.header('accept-ranges', 'bytes');
  const range = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '');
  if (!range) return sound;
  const first = Number(range[1]);
  const last = range[2] ? Math.min(Number(range[2]), sound.length - 1) : sound.length - 1;
  if (first > last) return sound;
  reply.code(206).header('content-range', `bytes ${first}-${last}/${sound.length}`);
  return sound.subarray(first, last + 1);
}
