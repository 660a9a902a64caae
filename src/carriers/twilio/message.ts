/** What the state of a message at Twilio tells of a text. */
import { explained } from './words.ts';

export interface Outcome {
  outcome: 'delivered' | 'failed';
  note?: string;
}

/** Undefined while the text is still on its way. */
export function outcomeOf(
  status: string | undefined,
  errorCode: number | undefined,
): Outcome | undefined {
  if (status === 'delivered' || status === 'read') return { outcome: 'delivered' };
  if (status === 'canceled') {
    return { outcome: 'failed', note: 'The text was cancelled at Twilio.' };
  }
  if (status === 'failed' || status === 'undelivered') {
    return { outcome: 'failed', note: explained('The text was not delivered', errorCode) };
  }
  return undefined;
}
