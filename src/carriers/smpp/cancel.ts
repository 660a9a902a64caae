/** Cancels what the SMSC has not sent yet: cancel_sm for every part of a text (SMPP 3.4, 4.9). */
import type { CancelOutcome, TextToCancel } from '../text-port.ts';
import { addressOf } from './numbers.ts';
import { encodeCancel } from './pdu.ts';
import type { Session, SubmitResponse } from './session.ts';
import type { SmppSettings } from './settings.ts';
import { isThrottling, status } from './status.ts';

/**
 * A text whose first part is gone cannot be canceled whole. The remaining parts are canceled all
 * the same, and the receipts decide.
 */
export async function cancelAt(
  session: Session | undefined,
  text: TextToCancel,
  { numberFormat }: Pick<SmppSettings, 'numberFormat'>,
): Promise<CancelOutcome> {
  if (!session) return 'unconfirmed';
  const { carrierRef, partRefs = [carrierRef], writtenRefs = partRefs, from, to } = text;
  const responses = await Promise.all(
    writtenRefs.map((messageId) =>
      session.cancel(
        encodeCancel({
          messageId,
          source: addressOf(from, numberFormat),
          destination: addressOf(to, numberFormat),
        }),
      ),
    ),
  );
  const each = responses.map(meaningOf);
  if (each.every((one) => one === 'canceled')) return 'canceled';
  return each.includes('unconfirmed') ? 'unconfirmed' : 'left';
}

function meaningOf(response: SubmitResponse): CancelOutcome {
  if (response.kind === 'lost' || isThrottling(response.status)) return 'unconfirmed';
  return response.status === status.ok ? 'canceled' : 'left';
}
