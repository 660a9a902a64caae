/** A text campaign's form as a person would say it; what is missing reads "no message yet". */
import type { TextingNumber } from '#contract/text-campaign.ts';
import type { TextMessage } from '#contract/text-message.ts';
import { hasField } from '#domain/text-message.ts';
import { segmentsOf } from '#domain/text-segments.ts';
import { formatNumber, formatPhone } from '#web/lib/format.ts';
import type { Piece } from '#web/ui/words.tsx';
import type { Draft } from './draft.ts';
import { type Sample, sampleText } from './use-sample.ts';

export interface Chosen {
  messages: readonly Pick<TextMessage, 'id' | 'name' | 'message'>[];
  numbers: readonly Pick<TextingNumber, 'textingPhoneNumberId' | 'phoneNumber'>[];
  /** The account of the preview; null or undefined: fields are counted by their names. */
  sample: Pick<NonNullable<Sample>, 'values'> | null | undefined;
}

/** One sentence for each paragraph. */
export function campaignWords(draft: Draft, chosen: Chosen): Piece[][] {
  const number = chosen.numbers.find((one) => one.textingPhoneNumberId === draft.sendersNumberId);
  const message = chosen.messages.find(({ id }) => id === draft.messageTextId);
  return [
    [
      ...peopleOf(draft.textPerMinute),
      ' from ',
      number ? { value: formatPhone(number.phoneNumber) } : { missing: 'no number yet' },
      ' when somebody starts it, sending ',
      ...(message
        ? [{ value: message.name }, lengthOf(message, chosen.sample)]
        : [{ missing: 'no message yet' }]),
      '.',
    ],
    ['Each person is texted only during the calling hours where they live.'],
  ];
}

function peopleOf(count: number | undefined): Piece[] {
  if (count === 0) return ['Texts ', { value: 'nobody' }, ', because the rate is 0,'];
  if (count === undefined || !Number.isInteger(count) || count < 0) {
    return ['Texts people at ', { missing: 'no rate yet' }];
  }
  return [
    'Texts ',
    { value: formatNumber(count) },
    count === 1 ? ' person' : ' people',
    ' a minute',
  ];
}

/** Carriers bill by segment. */
function lengthOf({ message }: Pick<TextMessage, 'message'>, sample: Chosen['sample']): string {
  const { segments } = segmentsOf(sampleText(message, sample));
  const about = hasField(message) ? 'about ' : '';
  return segments === 1 ? `, ${about}1 segment` : `, ${about}${segments} segments`;
}
