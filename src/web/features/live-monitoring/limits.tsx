/** What limits the client today: said before it is reached, above what runs; and approvals. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { approveCampaign } from '#contract/campaign.ts';
import { readLimits } from '#contract/limits.ts';
import { api } from '#web/lib/api.ts';
import { unlessFed } from '#web/lib/feed-pace.ts';
import { queryKey } from '#web/lib/query.ts';
import { Button } from '#web/ui/button.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { AlertIcon, CheckIcon } from '#web/ui/icons.tsx';
import { ErrorBand, NoteBand } from '#web/ui/notice-band.tsx';
import styles from './monitoring.module.css';
import { overviewKey } from './use-monitoring.ts';

/** Milliseconds. */
export const limitsEvery = 10_000;

/** One query for all who ask: nothing else waits for it, and without it nothing is said. */
function useLimits() {
  return useQuery({
    queryKey: queryKey(readLimits),
    queryFn: ({ signal }) => api(readLimits, { signal }),
    refetchInterval: unlessFed(limitsEvery),
    throwOnError: false,
  });
}

export function DailyLimitBands() {
  const said = useLimits().data?.daily.filter(({ sentence }) => sentence !== null) ?? [];
  if (said.length === 0) return null;
  return (
    <div className={styles.limits} role="status">
      {said.map(({ kind, sentence }) => (
        <NoteBand key={kind} icon={AlertIcon}>
          {sentence}
        </NoteBand>
      ))}
    </div>
  );
}

/** Of a stopped campaign that needs an approval; whoever prepared it reads who must give it. */
export function ApprovalBand({ campaignId }: { campaignId: number }) {
  const client = useQueryClient();
  const waiting = useLimits().data?.awaitingApproval.find((one) => one.campaignId === campaignId);
  const approve = useMutation({
    meta: { ownErrors: true },
    mutationFn: () => api(approveCampaign, { params: { id: campaignId } }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: queryKey(readLimits) });
      await client.invalidateQueries({ queryKey: overviewKey });
    },
  });
  if (approve.error) return <ErrorBand>{messageOf(approve.error)}</ErrorBand>;
  if (!waiting) return null;
  const { own, preparedBy } = waiting;
  if (own) {
    return (
      <div className={styles.approval}>
        <NoteBand>You prepared this campaign. Somebody else must start or approve it.</NoteBand>
      </div>
    );
  }
  return (
    <div className={styles.approval}>
      <NoteBand
        action={
          <Button
            changes
            icon={CheckIcon}
            reason={approve.isPending ? 'Approving ...' : undefined}
            onClick={() => approve.mutate()}
          >
            Approve
          </Button>
        }
      >
        {preparedBy ?? 'The operator'} prepared this campaign. Approve it, so that its schedule or
        anybody can start it. Starting it yourself approves it, too.
      </NoteBand>
    </div>
  );
}
