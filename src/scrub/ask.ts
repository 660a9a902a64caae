/** Asks a service about a batch of numbers, again after a failure that may pass. It never throws. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScrubQuestion, ScrubTrouble } from '#contract/scrub.ts';
import { ServiceError } from '#service-request.ts';
import { exchange, type Received } from './exchange.ts';
import {
  type AskedNumber,
  type GivenAnswer,
  ResponseError,
  readResponse,
  requestBody,
} from './protocol.ts';

export interface AskedService {
  url: string;
  secret: string;
  private: boolean;
}

export interface Patience {
  /** Milliseconds for one response. */
  within: number;
  /** Milliseconds before each further try. */
  pauses: readonly number[];
}

export const usualPatience: Patience = { within: 20_000, pauses: [1_000, 4_000] };

export type Asked =
  | { kind: 'answered'; answers: GivenAnswer[] }
  /** `wait`: milliseconds that the service asks to wait. */
  | { kind: 'failed'; trouble: ScrubTrouble; wait: number };

/** Bytes of a response: a number takes less than 200. */
const mostBytes = (numbers: number) => 16_384 + 400 * numbers;

export async function askService(
  service: AskedService,
  questions: readonly ScrubQuestion[],
  numbers: readonly AskedNumber[],
  { within, pauses }: Patience = usualPatience,
  signal?: AbortSignal,
): Promise<Asked> {
  const body = requestBody(questions, numbers);
  const sent = { ...service, body, within, most: mostBytes(numbers.length), signal };
  for (const pause of [...pauses, undefined]) {
    const tried = await tryOnce(sent, (text) => readResponse(text, questions, numbers));
    if (tried.kind === 'answered') return tried;
    const { again, ...failed } = tried;
    if (!again || pause === undefined || failed.wait > pause || signal?.aborted) return failed;
    // Not at the same moment as others whom the service has refused.
    await sleep(pause * (0.75 + Math.random() / 2), undefined, { signal }).catch(() => {});
  }
  throw new Error('The last try returns.');
}

type Tried = Asked & { again?: boolean };

async function tryOnce(
  sent: Parameters<typeof exchange>[0],
  read: (text: string) => GivenAnswer[],
): Promise<Tried> {
  try {
    const received = await exchange(sent);
    if (received.status === 200) return { kind: 'answered', answers: read(received.text) };
    return refusalOf(received);
  } catch (error) {
    if (error instanceof ResponseError) return failed({ code: error.code });
    if (error instanceof ServiceError) {
      const again = error.code === 'timeout' || error.code === 'unreachable';
      return { ...failed({ code: error.code }), again };
    }
    throw error;
  }
}

function refusalOf({ status, retryAfter = 0 }: Received): Tried {
  if (status === 401 || status === 403) return failed({ code: 'refused', status });
  if (status === 429 || status === 503)
    return { ...failed({ code: 'busy', status }, retryAfter), again: true };
  return { ...failed({ code: 'status', status }), again: status >= 500 };
}

const failed = (trouble: ScrubTrouble, wait = 0): Asked & { kind: 'failed' } => ({
  kind: 'failed',
  trouble,
  wait,
});
