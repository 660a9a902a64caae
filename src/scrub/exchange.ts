/** One question to a scrub service, in the transport that all services share. */
import { postToService } from '#service-request.ts';

export interface Sent {
  url: string;
  secret: string;
  body: string;
  /** It may be on this machine or in a private network. */
  private: boolean;
  /** Milliseconds for the whole exchange. */
  within: number;
  /** Bytes that a response may have. */
  most: number;
  signal?: AbortSignal | undefined;
}

export interface Received {
  status: number;
  text: string;
  /** Milliseconds that the service asks to wait; undefined: it says nothing. */
  retryAfter: number | undefined;
}

/** @throws ServiceError */
export async function exchange({ secret, ...sent }: Sent): Promise<Received> {
  const headers = { accept: 'application/json', authorization: `Bearer ${secret}` };
  const received = await postToService({ ...sent, headers });
  return {
    status: received.status,
    text: received.bytes.toString('utf8'),
    retryAfter: secondsOf(received.headers['retry-after']),
  };
}

/** Seconds alone: a date would need its clock. */
const secondsOf = (header: string | undefined) =>
  header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined;
