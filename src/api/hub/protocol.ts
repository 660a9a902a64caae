/**
 * The SignalR JSON hub protocol, version 1, as far as a hub without methods needs it: messages are
 * JSON objects, each ended by 0x1E; the first one is the handshake. Several may come in one frame,
 * and one in several.
 */
import { z } from 'zod';

const endOfRecord = '\u001e';

const type = {
  invocation: 1,
  streamItem: 2,
  completion: 3,
  streamInvocation: 4,
  cancelInvocation: 5,
  ping: 6,
  close: 7,
} as const;

const handshake = z.object({ protocol: z.string(), version: z.number() });

const incoming = z.object({
  type: z.number().int(),
  invocationId: z.string().optional(),
  target: z.string().optional(),
});

/** A client's message. */
export type ClientMessage =
  | { kind: 'call'; invocationId: string | undefined; target: string }
  | { kind: 'close' }
  /** A ping, or a message that this hub ignores. */
  | { kind: 'nothing' };

/** A client sent invalid bytes; the message goes to the client. */
export class ProtocolError extends Error {
  override name = 'ProtocolError';
}

export interface RecordReader {
  /**
   * The records that are complete with this piece. @throws ProtocolError over `limit` characters
   */
  read(piece: string): string[];
}

/** Cuts what arrives into records. An unfinished one is kept until its end comes. */
export function recordReader(limit: number): RecordReader {
  let rest = '';
  return {
    read(piece) {
      const records = (rest + piece).split(endOfRecord);
      rest = records.pop() ?? '';
      if (rest.length > limit || records.some(({ length }) => length > limit)) {
        throw new ProtocolError('A message is too large.');
      }
      return records;
    },
  };
}

/** Throws ProtocolError unless the client speaks this protocol. */
export function readHandshake(record: string): void {
  const read = handshake.safeParse(jsonOf(record));
  if (!read.success) throw new ProtocolError('The handshake could not be read.');
  const { protocol, version } = read.data;
  if (protocol !== 'json' || version !== 1) {
    throw new ProtocolError(`The protocol '${protocol}' version ${version} is not supported.`);
  }
}

/** Throws ProtocolError for an invalid message. */
export function readMessage(record: string): ClientMessage {
  const read = incoming.safeParse(jsonOf(record));
  if (!read.success) throw new ProtocolError('A message could not be read.');
  const { type: kind, invocationId, target = '' } = read.data;
  if (kind === type.invocation || kind === type.streamInvocation) {
    return { kind: 'call', invocationId, target };
  }
  return { kind: kind === type.close ? 'close' : 'nothing' };
}

function jsonOf(record: string): unknown {
  try {
    return JSON.parse(record);
  } catch {
    return undefined;
  }
}

function written(message: object): string {
  return JSON.stringify(message) + endOfRecord;
}

export const handshakeAccepted = written({});

export function handshakeRefused(error: string): string {
  return written({ error });
}

export const ping = written({ type: type.ping });

/** An event for the client's handlers of this name. */
export function invocation(target: string, argument: unknown): string {
  return written({ type: type.invocation, target, arguments: [argument] });
}

export function failedCompletion(invocationId: string, error: string): string {
  return written({ type: type.completion, invocationId, error });
}

/** `allowReconnect`: the client may reconnect automatically. */
export function closeMessage(allowReconnect: boolean, error?: string): string {
  return written({ type: type.close, allowReconnect, ...(error === undefined ? {} : { error }) });
}
