/** What the text campaign editor holds, how it begins, and what it sends. */
import type { FieldError } from '#contract/errors.ts';
import type { FollowUpRule } from '#contract/follow-up.ts';
import type { Purpose } from '#contract/policy.ts';
import {
  type TextCampaign,
  type TextCampaignInput,
  textCampaignInput,
  textCampaignTexts,
} from '#contract/text-campaign.ts';
import { inFormOrder, schemaErrors, takenName } from '#web/lib/schema-form.ts';

export interface Draft {
  name: string;
  textPerMinute: number | undefined;
  /** 0 while none is chosen, like the message. */
  sendersNumberId: number;
  messageTextId: number;
  followUps: FollowUpRule[];
  /** Undefined: a new campaign, which gets what is usual for the client. */
  purpose: Purpose | undefined;
  /** That it began with; absent for a new campaign. */
  version?: number | undefined;
}

/** As on a voice campaign's form (features/campaign/draft.ts). */
export const labels = {
  name: 'Name',
  textPerMinute: 'Texts per minute',
  sendersNumberId: 'Sender number',
  messageTextId: 'Text message',
  followUps: 'Follow-ups',
  purpose: 'Purpose',
} satisfies Record<Exclude<keyof Draft, 'version'>, string>;

export const newDraft: Draft = {
  name: '',
  textPerMinute: undefined,
  sendersNumberId: 0,
  messageTextId: 0,
  followUps: [],
  purpose: undefined,
};

export function draftOf(campaign: TextCampaign): Draft {
  const { name, textPerMinute, sendersNumberId, messageTextId } = campaign;
  const { followUps, purpose, version } = campaign;
  return { name, textPerMinute, sendersNumberId, messageTextId, followUps, purpose, version };
}

/**
 * Every rule that the draft breaks, in the order of the form. `otherNames` are those of the
 * client's other text campaigns.
 */
export function draftErrors(draft: Draft, otherNames: readonly string[]): FieldError[] {
  return inFormOrder(textCampaignInput, [
    ...takenName(draft.name, otherNames, textCampaignTexts.nameUnique),
    ...schemaErrors(textCampaignInput, draft),
  ]);
}

/** The save body of the documents: no automatic start or stop, `now` for its times. */
export function bodyOf(
  draft: Draft,
  campaign: TextCampaign | undefined,
  clientId: number,
  now: Date,
): TextCampaignInput {
  return textCampaignInput.parse({
    ...draft,
    // A new one without any sends what the documents say.
    followUps: campaign || draft.followUps.length > 0 ? draft.followUps : undefined,
    campaignId: campaign?.campaignId ?? 0,
    clientId,
    originalSendersNumberId: campaign?.sendersNumberId ?? 0,
    startTime: now.toISOString(),
    stopTime: now.toISOString(),
  });
}
