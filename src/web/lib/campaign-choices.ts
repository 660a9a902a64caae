import type { Campaign } from '#contract/campaign.ts';
import { compareNames } from './names.ts';

type Named = Pick<Campaign, 'campaignId' | 'name' | 'campaignTypeName'>;

/** Campaigns to choose from, by name; a voice and a text campaign may have the same one. */
export function campaignChoices(campaigns: readonly Named[]) {
  return campaigns
    .map(({ campaignId, name, campaignTypeName }) => ({
      value: String(campaignId),
      label: name,
      kind: campaignTypeName,
    }))
    .sort((a, b) => compareNames(a.label, b.label));
}
