/** Cancels a text that still waits in Twilio's queue. */
import type { CancelOutcome, TextToCancel } from '../text-port.ts';
import type { ApiResponse, TwilioApi } from './api.ts';
import { isInDoubt } from './send.ts';

/**
 * Twilio rejects this (error 30409) in all but the states in which a text can be canceled. Its
 * documentation may exclude every unscheduled text: only its validity bounds such a text.
 */
export async function cancelText(
  api: TwilioApi,
  { carrierRef }: Pick<TextToCancel, 'carrierRef'>,
): Promise<CancelOutcome> {
  return meaningOf(await api.post(`/Messages/${carrierRef}.json`, { Status: 'canceled' }));
}

function meaningOf(response: ApiResponse): CancelOutcome {
  if (response.kind !== 'responded') return 'unconfirmed';
  const { status, body } = response;
  if (status >= 200 && status < 300) return body.status === 'canceled' ? 'canceled' : 'left';
  return status === 429 || isInDoubt(status) ? 'unconfirmed' : 'left';
}
