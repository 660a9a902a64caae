import { useQueryClient } from '@tanstack/react-query';
import {
  campaignTexts,
  deleteCampaign,
  listCampaigns,
  listVoiceCampaigns,
  type VoiceCampaign,
} from '../../../contract/campaign.ts';
import { api } from '../../lib/api.ts';
import { queryKey } from '../../lib/query.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/notify.ts';

interface DeleteDialogProps {
  /** The campaign in question; undefined closes the dialog. */
  campaign: VoiceCampaign | undefined;
  onClose: () => void;
}

export function DeleteDialog({ campaign, onClose }: DeleteDialogProps) {
  const client = useQueryClient();
  const remove = async () => {
    if (!campaign) throw new Error(campaignTexts.deleteUnknown);
    await api(deleteCampaign, { params: { id: campaign.campaignId } });
    notify({ text: `${campaign.name} was deleted.` });
    await Promise.all(
      [listVoiceCampaigns, listCampaigns].map((call) =>
        client.invalidateQueries({ queryKey: queryKey(call) }),
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
      Delete {campaign?.name}? Its contact lists and call records stay; its lists are not called any
      more.
    </ConfirmDialog>
  );
}
