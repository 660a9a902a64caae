import { useNavigate, useSearch } from '@tanstack/react-router';
import { BroadcastEditor } from './broadcast-editor.tsx';
import { CampaignList } from './campaign-list.tsx';

/** `?campaignId=7` opens the editor, `?campaignId=0` that of a new Broadcast. */
export function CampaignPage() {
  const navigate = useNavigate();
  const { campaignId } = useSearch({ strict: false }) as { campaignId?: unknown };
  const edited = typeof campaignId === 'number' ? campaignId : undefined;
  const open = (id: number | undefined, saved = false) =>
    navigate({
      to: '/main/campaigns/dialer',
      search: (id === undefined ? {} : { campaignId: id }) as never,
      ignoreBlocker: saved,
    });
  if (edited === undefined) return <CampaignList onEdit={open} />;
  return (
    <BroadcastEditor
      key={edited}
      campaignId={edited}
      onCancel={() => open(undefined)}
      onSaved={() => open(undefined, true)}
    />
  );
}
