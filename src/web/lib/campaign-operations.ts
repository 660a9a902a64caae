import { listCampaigns } from '#contract/campaign.ts';
import { watchCampaigns } from '#contract/live-monitoring.ts';
import { listTextCampaigns } from '#contract/text-campaign.ts';
import { listVoiceCampaigns } from '#contract/voice-campaign.ts';

/** What shows a campaign that was started, stopped, copied or deleted. */
export const changedCampaigns = [
  listCampaigns,
  listVoiceCampaigns,
  listTextCampaigns,
  watchCampaigns,
] as const;
