import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { listCallLists } from '#contract/call-list.ts';
import { listCampaigns, runStatus } from '#contract/campaign.ts';
import { api } from '../lib/api.ts';
import { linkSearch } from '../lib/link-search.ts';
import { queryKey } from '../lib/query.ts';
import { useManager } from '../lib/session.ts';
import { Button } from './button.tsx';

interface NextStepProps {
  callListId: number;
  /** Leaves for the campaign; by default without more. */
  onOpen?: (campaign: { to: string; search: never }) => void;
}

/** Where a list that was uploaded goes on: its campaign, to be started or watched. */
export function NextStep({ callListId, onOpen }: NextStepProps) {
  const { clientId } = useManager();
  const navigate = useNavigate();
  const { data: lists } = useQuery({
    queryKey: queryKey(listCallLists, { clientId }),
    queryFn: ({ signal }) => api(listCallLists, { query: { clientId }, signal }),
    // The wizard's last step may have read it a moment ago, without the new list.
    refetchOnMount: 'always',
    throwOnError: false,
  });
  const { data: campaigns } = useQuery({
    queryKey: queryKey(listCampaigns, { clientId }),
    queryFn: ({ signal }) => api(listCampaigns, { query: { clientId }, signal }),
    throwOnError: false,
  });
  const campaignId = lists?.find((list) => list.callListId === callListId)?.campaignId;
  const campaign = campaigns?.find((one) => one.campaignId === campaignId);
  if (!campaign) return null;
  const stopped = campaign.campaignStatusId === runStatus.stopped;
  const target = { to: '/main/livemonitoring', search: linkSearch({ campaignId }) };
  return (
    <Button onClick={() => (onOpen ? onOpen(target) : void navigate(target))}>
      {stopped ? 'Start the campaign …' : 'Open the campaign'}
    </Button>
  );
}
