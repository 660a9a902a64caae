import { useQueryClient } from '@tanstack/react-query';
import { campaignTexts, deleteCampaign, listCampaigns } from '#contract/campaign.ts';
import { listVoiceCampaigns, type VoiceCampaign } from '#contract/voice-campaign.ts';
import { api } from '#web/lib/api.ts';
import { ApiProblem } from '#web/lib/problem.ts';
import { queryKey } from '#web/lib/query.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { campaignToDelete } from './editor-state.ts';

interface DeleteDialogProps {
  /** The campaign in question; undefined closes the dialog. */
  campaign: VoiceCampaign | undefined;
  onClose: () => void;
}

export function DeleteDialog({ campaign, onClose }: DeleteDialogProps) {
  const client = useQueryClient();
  const remove = async (anyway: boolean) => {
    const { campaignId, name, version } = campaignToDelete(campaign);
    const body = anyway ? {} : { version };
    await api(deleteCampaign, { params: { id: campaignId }, body }).catch(explain);
    notify({ text: `${name} was deleted.` });
    await Promise.all(
      [listVoiceCampaigns, listCampaigns].map((operation) =>
        client.invalidateQueries({ queryKey: queryKey(operation) }),
      ),
    );
  };
  return (
    <ConfirmDialog
      opened={campaign !== undefined}
      title="Delete Campaign"
      confirmLabel="Delete"
      danger
      onConfirm={remove}
      onClose={onClose}
    >
      Delete {campaign?.name}? Its contact lists and call records are kept, but the lists are no
      longer called.
    </ConfirmDialog>
  );
}

/** Somebody else deleted it first: the documents prescribe a sentence for that. */
function explain(error: unknown): never {
  const gone = error instanceof ApiProblem && error.status === 404;
  throw gone ? new Error(campaignTexts.deleteUnknown, { cause: error }) : error;
}
