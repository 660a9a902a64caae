import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** Bytes that a stream holds before it waits. */
const highWaterMark = 2 ** 20;

/** The rows of a query as the text of COPY, in pieces that end anywhere. */
export async function copyOut(
  client: ClientBase,
  query: string,
  take: (piece: Buffer) => Promise<void> | void,
): Promise<void> {
  const stream = client.query(copyTo(`COPY (${query}) TO STDOUT`, { highWaterMark }));
  for await (const piece of stream) await take(piece as Buffer);
}

/** Puts the text of COPY into a table. Returns how many rows it took. */
export async function copyIn(
  client: ClientBase,
  target: string,
  pieces: AsyncIterable<Buffer>,
): Promise<number> {
  const stream = client.query(copyFrom(`COPY ${target} FROM STDIN`, { highWaterMark }));
  await pipeline(Readable.from(pieces, { objectMode: false, highWaterMark }), stream);
  return stream.rowCount;
}
