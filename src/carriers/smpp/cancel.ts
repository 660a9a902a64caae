/** Takes back what the SMSC has not sent yet: cancel_sm for every part of a text (SMPP 3.4, 4.9). */
import type { CancelAnswer, TextToCancel } from '../text-port.ts';
import { addressOf } from './numbers.ts';
import { encodeCancel } from './pdu.ts';
import type { Session, SubmitAnswer } from './session.ts';
import type { SmppSettings } from './settings.ts';
import { isThrottling, status } from './status.ts';

/**
 * A text whose first part has left cannot be taken back whole: what is left of it is canceled all the
 * same, and its receipts decide.
 */
export async function cancelAt(
  session: Session | undefined,
  text: TextToCancel,
  { numberFormat }: Pick<SmppSettings, 'numberFormat'>,
): Promise<CancelAnswer> {
  if (!session) return 'unheard';
  const { carrierRef, partRefs = [carrierRef], writtenRefs = partRefs, from, to } = text;
  const answers = await Promise.all(
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
  const each = answers.map(meaningOf);
  if (each.every((one) => one === 'canceled')) return 'canceled';
  return each.includes('unheard') ? 'unheard' : 'left';
}

function meaningOf(answer: SubmitAnswer): CancelAnswer {
  if (answer.kind === 'lost' || isThrottling(answer.status)) return 'unheard';
  return answer.status === status.ok ? 'canceled' : 'left';
}
