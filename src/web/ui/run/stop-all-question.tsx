import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { campaignType, listCampaigns } from '#contract/campaign.ts';
import { api } from '#web/lib/api.ts';
import { offersStop } from '#web/lib/campaign-run.ts';
import { counted } from '#web/lib/plural.ts';
import { queryKey } from '#web/lib/query.ts';
import { Question } from './question-frame.tsx';
import { stopAll } from './run-requests.ts';

interface StopAllQuestionProps {
  anchor: HTMLElement | undefined;
  onClose: () => void;
}

/** Asks with the number of campaigns; the server stops those that run when the request comes. */
export function StopAllQuestion({ anchor, onClose }: StopAllQuestionProps) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data, isError } = useQuery({
    queryKey: ['stop all question', ...queryKey(listCampaigns)],
    queryFn: ({ signal }) => api(listCampaigns, { signal }),
    ...{ staleTime: 0, gcTime: 0, retry: false, throwOnError: false },
  });
  const running = data?.filter((one) => offersStop(one.campaignStatusId));
  const texts = running?.filter((one) => one.campaignType === campaignType.texting).length ?? 0;
  const stop = async () => {
    setBusy(true);
    await stopAll(client);
    onClose();
  };
  return (
    <Question
      anchor={anchor}
      title={
        running?.length ? `Stop ${counted(running.length, 'campaign')}?` : 'Stop all campaigns?'
      }
      lead={leadOf(running?.length, texts, isError)}
      confirmLabel="Stop all"
      reason={running?.length === 0 ? 'No campaign is running.' : undefined}
      busy={busy}
      onConfirm={() => void stop()}
      onClose={onClose}
    />
  );
}

/** A stop must be possible also when the campaigns cannot be read. */
function leadOf(running: number | undefined, texts: number, failed: boolean): string {
  if (running === undefined) return failed ? whatHappens : 'Loading ...';
  if (running === 0) return 'No campaign is running.';
  const calls = running - texts;
  const kinds = [
    calls > 0 ? `${counted(calls, 'campaign')} that ${calls === 1 ? 'calls' : 'call'}` : '',
    texts > 0 ? `${counted(texts, 'campaign')} that ${texts === 1 ? 'texts' : 'text'}` : '',
  ].filter(Boolean);
  return `${kinds.join(' and ')}. ${whatHappens}`;
}

const whatHappens =
  'No new calls or texts will start. Calls in progress will finish. Campaigns with an automatic start will start again at their scheduled time.';
