import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listCampaigns } from '#contract/campaign.ts';
import { editTextCampaign, listTextCampaigns, type TextCampaign } from '#contract/text-campaign.ts';
import { listTextMessages } from '#contract/text-message.ts';
import { api } from '#web/lib/api.ts';
import { bodyFor } from '#web/lib/intent.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { notify } from '#web/ui/notify.ts';
import { bodyOf, type Draft } from './draft.ts';

/** A new campaign has no contact list yet. */
const nextStep = { label: 'Upload a contact list', href: '/main/upload' };

/** Saves a draft, confirms it, and reloads every list that shows it. */
export function useSaveTextCampaign(campaign: TextCampaign | undefined, onSaved: () => void) {
  const { clientId } = useManager();
  const client = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (draft: Draft) =>
      api(editTextCampaign, {
        params: { id: campaign?.campaignId ?? 0 },
        body: bodyFor(draft, () => bodyOf(draft, campaign, clientId, new Date())),
        intent: draft,
      }),
    onSuccess: async (_done, draft) => {
      notify({ text: `${draft.name.trim()} was saved.`, ...(campaign ? {} : { link: nextStep }) });
      onSaved();
      await Promise.all(
        [listTextCampaigns, listCampaigns, listTextMessages].map((operation) =>
          client.invalidateQueries({ queryKey: queryKey(operation) }),
        ),
      );
    },
  });
}
