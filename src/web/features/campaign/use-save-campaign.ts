import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listCampaigns } from '#contract/campaign.ts';
import {
  editBroadcast,
  editLinkback,
  getBroadcast,
  getLinkback,
  listVoiceCampaigns,
} from '#contract/voice-campaign.ts';
import { api } from '#web/lib/api.ts';
import { bodyFor } from '#web/lib/intent.ts';
import { queryKey } from '#web/lib/query.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { notify } from '#web/ui/notify.ts';
import type { CampaignDraft } from './draft.ts';
import { broadcastBody, linkbackBody } from './save-body.ts';

/** A new campaign has no contact list yet. */
const nextStep = { label: 'Upload a contact list', href: '/main/upload' };

/** Saves a draft, confirms it, and reloads every list of campaigns. Id 0 creates. */
export function useSaveCampaign(campaignId: number, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (draft: CampaignDraft) => saved(campaignId, draft),
    onSuccess: async (_done, draft) => {
      notify({
        text: `${draft.name.trim()} was saved.`,
        ...(campaignId === 0 ? { link: nextStep } : {}),
      });
      onSaved();
      await Promise.all(
        [listVoiceCampaigns, listCampaigns, getBroadcast, getLinkback].map((operation) =>
          client.invalidateQueries({ queryKey: queryKey(operation) }),
        ),
      );
    },
  });
}

function saved(id: number, draft: CampaignDraft): Promise<true> {
  const params = { id };
  if (draft.type === 'linkback') {
    const body = bodyFor(draft, () => linkbackBody(draft, platformNow()));
    return api(editLinkback, { params, body, intent: draft });
  }
  const body = bodyFor(draft, () => broadcastBody(draft, platformNow()));
  return api(editBroadcast, { params, body, intent: draft });
}
