import { listCallLists } from '#contract/call-list.ts';
import { listCampaigns } from '#contract/campaign.ts';
import { api } from '../lib/api.ts';
import type { PaletteSource } from './palette-sources.ts';

/** A campaign opens where it is watched, started and stopped. */
export const campaigns: PaletteSource = async () =>
  (await api(listCampaigns)).map(({ campaignId, name, campaignStatusName }) => ({
    id: `campaign ${campaignId}`,
    label: name,
    kind: `Campaign, ${campaignStatusName}`,
    href: '/main/livemonitoring',
    search: { campaignId },
  }));

/** A contact list opens among the lists, narrowed to its name. */
export const callLists: PaletteSource = async () =>
  (await api(listCallLists)).map(({ callListId, originalFileName, callListStatusName }) => ({
    id: `list ${callListId}`,
    label: originalFileName,
    kind: `Contact list, ${callListStatusName}`,
    href: '/main/calllist',
    search: { find: originalFileName },
  }));
