import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Campaign, runStatusNames, startCampaign, stopCampaign } from '#contract/campaign.ts';
import { api } from '#web/lib/api.ts';
import { offersStop } from '#web/lib/campaign-run.ts';
import { overviewKey } from './use-monitoring.ts';

interface Pressed {
  campaignId: number;
  /** Shown until the server reports its own status. */
  statusName: string;
}

/** Start and Stop: the press shows Starting or Stopping at once, a refusal says why. */
export function useRun() {
  const client = useQueryClient();
  const [pressed, setPressed] = useState<Pressed>();
  const mutation = useMutation({
    meta: { ownErrors: true },
    // A start right after a stop must reach the server after it.
    scope: { id: 'run campaigns' },
    mutationFn: ({ campaignId, campaignStatusId }: Campaign) =>
      api(offersStop(campaignStatusId) ? stopCampaign : startCampaign, {
        params: { id: campaignId },
      }),
    onMutate: ({ campaignId, campaignStatusId }) => {
      const next = offersStop(campaignStatusId) ? runStatusNames[4] : runStatusNames[2];
      const press = { campaignId, statusName: next };
      setPressed(press);
      return press;
    },
    onSettled: async (_answer, _error, _campaign, press) => {
      await client.invalidateQueries({ queryKey: overviewKey });
      setPressed((latest) => (latest === press ? undefined : latest));
    },
  });
  return {
    run: mutation.mutate,
    /** The campaign with the requested status, until the server reports it. */
    shown: <C extends Campaign>(campaign: C): C =>
      pressed?.campaignId === campaign.campaignId ? withStatus(campaign, pressed) : campaign,
    busy: (campaign: Campaign) => pressed?.campaignId === campaign.campaignId,
    /** Why the last press failed, if it was for this campaign. */
    failure: (campaign: Campaign) =>
      mutation.variables?.campaignId === campaign.campaignId ? mutation.error : null,
  };
}

function withStatus<C extends Campaign>(campaign: C, { statusName }: Pressed): C {
  const campaignStatusId = statusName === runStatusNames[2] ? 2 : 4;
  return {
    ...campaign,
    campaignStatusId,
    campaignStatusName: statusName,
    statusReason: null,
    reason: null,
  };
}
