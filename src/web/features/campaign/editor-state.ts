/** What the address of the campaign page requests, and which requests are errors (document 1). */
import { campaignTexts, campaignType } from '#contract/campaign.ts';
import type { VoiceType } from './draft.ts';

export interface Asked {
  /** Undefined: the list. 0: a new campaign. */
  campaignId: number | undefined;
  /** Of a new campaign. */
  type: VoiceType;
}

/** An address that none of our links has is an error; it does not open the list. */
export function askedFor(search: Record<string, unknown>): Asked {
  const { campaignId, type = 'broadcast' } = search;
  if (type !== 'broadcast' && type !== 'linkback') {
    throw new Error(campaignTexts.createUnsupported);
  }
  if (campaignId === undefined) return { campaignId, type };
  if (!Number.isSafeInteger(campaignId) || Number(campaignId) < 0) {
    throw new Error(campaignTexts.editorState);
  }
  return { campaignId: Number(campaignId), type };
}

/** The type of the campaign that is edited; the whole list of voice campaigns is known. */
export function typeToEdit(
  campaigns: readonly { campaignId: number; campaignType: number }[],
  campaignId: number,
): VoiceType {
  const known = campaigns.find((one) => one.campaignId === campaignId);
  if (!known) throw new Error(campaignTexts.editUnknown);
  if (known.campaignType === campaignType.linkback) return 'linkback';
  if (known.campaignType === campaignType.broadcast) return 'broadcast';
  throw new Error(campaignTexts.wrongType);
}

export function dataToEdit<C>(campaign: C | undefined | null): C {
  if (!campaign) throw new Error(campaignTexts.editWithoutData);
  return campaign;
}
