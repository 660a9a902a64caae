/** Takes a text back that waits in Twilio's queue still. */
import type { CancelAnswer, TextToCancel } from '../text-port.ts';
import type { ApiAnswer, TwilioApi } from './api.ts';
import { isInDoubt } from './send.ts';

/**
 * Twilio refuses (error 30409) in every state but those in which it says that a text can be canceled. By
 * its pages that may be every text without a schedule: what bounds those is their validity.
 */
export async function cancelText(
  api: TwilioApi,
  { carrierRef }: Pick<TextToCancel, 'carrierRef'>,
): Promise<CancelAnswer> {
  return meaningOf(await api.post(`/Messages/${carrierRef}.json`, { Status: 'canceled' }));
}

function meaningOf(answer: ApiAnswer): CancelAnswer {
  if (answer.kind !== 'answered') return 'unheard';
  const { status, body } = answer;
  if (status >= 200 && status < 300) return body.status === 'canceled' ? 'canceled' : 'left';
  return status === 429 || isInDoubt(status) ? 'unheard' : 'left';
}
