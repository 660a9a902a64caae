import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  editBroadcast,
  getBroadcast,
  listCampaigns,
  listVoiceCampaigns,
} from '../../../contract/campaign.ts';
import { api } from '../../lib/api.ts';
import { queryKey } from '../../lib/query.ts';
import { platformNow } from '../../lib/simulation.ts';
import { notify } from '../../ui/notify.ts';
import { type BroadcastDraft, bodyOf } from './draft.ts';

/** A new campaign has nobody to call yet. */
const nextStep = { label: 'Upload a contact list', href: '/main/upload' };

/** Saves a draft, says so and has every list of campaigns read anew. Id 0 creates. */
export function useSaveBroadcast(campaignId: number, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (draft: BroadcastDraft) =>
      api(editBroadcast, { params: { id: campaignId }, body: bodyOf(draft, platformNow()) }),
    onSuccess: async (_done, draft) => {
      notify({
        text: `${draft.name.trim()} is saved.`,
        ...(campaignId === 0 ? { link: nextStep } : {}),
      });
      onSaved();
      await Promise.all(
        [listVoiceCampaigns, listCampaigns, getBroadcast].map((call) =>
          client.invalidateQueries({ queryKey: queryKey(call) }),
        ),
      );
    },
  });
}
