/** Which campaigns a search and its filters show. */
import { type Campaign, campaignType, completedName, runStatus } from '#contract/campaign.ts';
import type { CampaignFigures } from '#contract/campaign-figures.ts';
import { matchesWords } from './names.ts';

type Filtered = Pick<Campaign, 'name' | 'campaignId' | 'campaignStatusId' | 'campaignStatusName'>;

type FiguresOf = (campaignId: number) => CampaignFigures | undefined;

/** By its name, or that of one of its lists or messages. */
export function foundCampaigns<C extends Filtered>(
  campaigns: readonly C[],
  find: string,
  figuresOf: FiguresOf,
): C[] {
  return campaigns.filter(({ campaignId, name }) => {
    const figures = figuresOf(campaignId);
    const { listNames = [], messageNames = [] } = figures ?? {};
    return matchesWords(find, [name, ...listNames, ...messageNames]);
  });
}

export function inStatus<C extends Filtered>(campaigns: readonly C[], status: string): C[] {
  return campaigns.filter((one) => status === '' || statusGroup(one) === status);
}

export function statusGroup(campaign: Filtered): 'running' | 'stopped' | 'completed' {
  if (campaign.campaignStatusName === completedName) return 'completed';
  return campaign.campaignStatusId === runStatus.stopped ? 'stopped' : 'running';
}

/** "All 11, Running 5, Stopped 4, Completed 2": of those that the search finds. */
export function statusTabs(campaigns: readonly Filtered[]) {
  const count = (status: string) => inStatus(campaigns, status).length;
  return [
    { id: '', label: 'All', count: campaigns.length },
    { id: 'running', label: 'Running', count: count('running') },
    { id: 'stopped', label: 'Stopped', count: count('stopped') },
    { id: 'completed', label: 'Completed', count: count('completed') },
  ];
}

/** The voice types as the address has them. */
export const voiceTypes = [
  { value: 'broadcast', label: 'Broadcast', id: campaignType.broadcast },
  { value: 'linkback', label: 'Linkback', id: campaignType.linkback },
];
