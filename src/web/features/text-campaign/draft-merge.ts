/** How two changes of one text campaign are compared, field by field (decision 055). */
import { type TextingNumber, textCampaign } from '#contract/text-campaign.ts';
import type { TextMessage } from '#contract/text-message.ts';
import { purposeNames } from '#domain/policy/policy-words.ts';
import { formatPhone } from '#web/lib/format.ts';
import type { DraftMerge } from '#web/ui/draft-conflict.ts';
import { rulesInWords } from '#web/ui/follow-ups/rules.ts';
import { mergeField, mergeFields } from '#web/ui/merge-drafts.ts';
import { type Draft, draftOf, labels } from './draft.ts';

interface Named {
  numbers: readonly TextingNumber[];
  messages: readonly TextMessage[];
}

export function textCampaignMerge({ numbers, messages }: Named): DraftMerge<Draft> {
  const number = (id: number) => {
    const known = numbers.find((one) => one.textingPhoneNumberId === id);
    return known ? formatPhone(known.phoneNumber) : 'Another number';
  };
  const message = (id: number) => messages.find((one) => one.id === id)?.name ?? 'Another message';
  return {
    noun: 'campaign',
    read: (stored) => draftOf(textCampaign.parse(stored)),
    fields: mergeFields<Draft, keyof typeof labels>(labels, {
      sendersNumberId: mergeField('sendersNumberId', labels.sendersNumberId, number),
      messageTextId: mergeField('messageTextId', labels.messageTextId, message),
      purpose: mergeField('purpose', labels.purpose, (one) =>
        one ? purposeNames[one] : 'As usual',
      ),
      followUps: mergeField('followUps', labels.followUps, (rules) => rulesInWords(rules, true)),
    }),
  };
}
