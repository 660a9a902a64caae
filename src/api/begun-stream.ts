import { Readable } from 'node:stream';

/**
 * A response in parts. The first part is read before the response begins, so that what is wrong with
 * the request, or with the database, still becomes a status and a sentence.
 */
export async function begunStream(parts: AsyncGenerator<string>): Promise<Readable> {
  let first: IteratorResult<string> | undefined = await parts.next();
  const next = async () => {
    const part = first ?? (await parts.next());
    first = undefined;
    return part;
  };
  // Ends the parts even if the response is closed before its first part is sent.
  const end = () => parts.return(undefined);
  return Readable.from({ [Symbol.asyncIterator]: () => ({ next, return: end }) });
}
