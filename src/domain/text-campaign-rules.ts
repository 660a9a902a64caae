/** The rules of a text campaign (document 1 section 5), for the editor and the server alike. */
import type { FieldError } from '#contract/errors.ts';
import {
  maxTextPerMinute,
  type TextingNumber,
  textCampaignTexts,
} from '#contract/text-campaign.ts';

export interface TextCampaignRules {
  name: string;
  textPerMinute: number | undefined;
  /** 0 while none is chosen, like the message. */
  sendersNumberId: number;
  messageTextId: number;
}

/** Every broken rule, in the order of the form. */
export function textCampaignErrors(draft: TextCampaignRules): FieldError[] {
  const { name, textPerMinute, sendersNumberId, messageTextId } = draft;
  const findings: [path: string, message: string | undefined][] = [
    ['name', name.trim() === '' ? textCampaignTexts.nameRequired : undefined],
    ['textPerMinute', perMinuteError(textPerMinute)],
    ['sendersNumberId', sendersNumberId > 0 ? undefined : textCampaignTexts.senderRequired],
    ['messageTextId', messageTextId > 0 ? undefined : textCampaignTexts.messageRequired],
  ];
  return findings.flatMap(([path, message]) => (message ? [{ path, message }] : []));
}

function perMinuteError(value: number | undefined): string | undefined {
  if (value === undefined || !Number.isInteger(value) || value < 0) {
    return textCampaignTexts.perMinute;
  }
  return value > maxTextPerMinute ? textCampaignTexts.perMinuteMost : undefined;
}

/** The same number, when it has eleven digits and begins with 1. */
export function senderNumber<N extends Pick<TextingNumber, 'phoneNumber'>>(
  number: N,
): N | undefined {
  return /^1\d{10}$/.test(number.phoneNumber) ? number : undefined;
}
