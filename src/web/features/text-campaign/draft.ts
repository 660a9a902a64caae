/** What the text campaign editor holds, how it begins, and what it sends. */
import type { FieldError } from '../../../contract/errors.ts';
import {
  type TextCampaign,
  type TextCampaignBody,
  textCampaignTexts,
} from '../../../contract/text-campaign.ts';
import { textCampaignErrors } from '../../../domain/text-campaign-rules.ts';

export interface Draft {
  name: string;
  textPerMinute: number | undefined;
  /** 0 while none is chosen, like the message. */
  sendersNumberId: number;
  messageTextId: number;
}

export const newDraft: Draft = {
  name: '',
  textPerMinute: undefined,
  sendersNumberId: 0,
  messageTextId: 0,
};

export function draftOf(campaign: TextCampaign): Draft {
  const { name, textPerMinute, sendersNumberId, messageTextId } = campaign;
  return { name, textPerMinute, sendersNumberId, messageTextId };
}

/**
 * Every rule that the draft breaks, in the order of the form. `otherNames` are those of the
 * client's other text campaigns.
 */
export function draftErrors(draft: Draft, otherNames: readonly string[]): FieldError[] {
  const name = draft.name.trim().toLowerCase();
  const taken = otherNames.some((other) => other.trim().toLowerCase() === name);
  const unique = taken ? [{ path: 'name', message: textCampaignTexts.nameUnique }] : [];
  return [...unique, ...textCampaignErrors(draft)];
}

/** The save body of the documents: no automatic start or stop, `now` for its times. */
export function bodyOf(
  draft: Draft,
  campaign: TextCampaign | undefined,
  clientId: number,
  now: Date,
): TextCampaignBody {
  return {
    campaignId: campaign?.campaignId ?? 0,
    clientId,
    ...draft,
    name: draft.name.trim(),
    textPerMinute: draft.textPerMinute ?? 0,
    originalSendersNumberId: campaign?.sendersNumberId ?? 0,
    startAutomatically: false,
    stopAutomatically: false,
    startTime: now.toISOString(),
    stopTime: now.toISOString(),
    startWeekdays: '00000',
    stopWeekdays: '00000',
  };
}
