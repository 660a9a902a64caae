import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callListStatus, listCallLists } from '#contract/call-list.ts';
import { listCampaigns } from '#contract/campaign.ts';
import { api } from '../lib/api.ts';
import { queryKey } from '../lib/query.ts';
import { useManager } from '../lib/session.ts';
import { buttonClass } from './button.tsx';

const steps = {
  campaign: {
    sentence: 'Create a campaign first.',
    action: 'Open Campaigns',
    to: '/main/campaigns/dialer',
  },
  upload: {
    sentence: 'Upload a contact list for your campaign first.',
    action: 'Upload a list',
    to: '/main/upload',
  },
  start: {
    sentence: 'Start a campaign first.',
    action: 'Open Live Monitoring',
    to: '/main/livemonitoring',
  },
} as const;

/**
 * What comes first on a screen that is empty until something was called, with the link to it.
 *
 * @param empty the screen has nothing to show: only then it is asked for
 */
export function useFirstStep(empty: boolean) {
  const { clientId } = useManager();
  const { data: campaigns } = useQuery({
    queryKey: queryKey(listCampaigns, { clientId }),
    queryFn: ({ signal }) => api(listCampaigns, { query: { clientId }, signal }),
    enabled: empty,
    throwOnError: false,
  });
  const { data: lists } = useQuery({
    queryKey: queryKey(listCallLists, { clientId }),
    queryFn: ({ signal }) => api(listCallLists, { query: { clientId }, signal }),
    enabled: empty,
    throwOnError: false,
  });
  // Nothing is said until it is known.
  if (!campaigns || !lists) return { sentence: '', action: null };
  const { closing, closed } = callListStatus;
  const isUsed = lists.some(({ callListStatusId: id }) => id !== closing && id !== closed);
  const last = isUsed ? 'start' : 'upload';
  const { sentence, action, to } = steps[campaigns.length === 0 ? 'campaign' : last];
  return {
    sentence,
    action: (
      <Link to={to} className={buttonClass({ size: 'sm' })}>
        {action}
      </Link>
    ),
  };
}

/** What an empty list of campaigns says, by how many messages there are. */
export const afterMessages = (messages: number) =>
  messages === 0 ? 'The message comes first.' : 'Your messages are there: the campaign comes next.';
