import { useNavigate, useSearch } from '@tanstack/react-router';
import { linkSearch } from '#web/lib/link-search.ts';
import { TextCampaignEditor } from './text-campaign-editor.tsx';
import { TextCampaignList } from './text-campaign-list.tsx';

/** `?campaignId=7` opens the editor, `?campaignId=0` that of a new campaign. */
export function TextCampaignPage() {
  const navigate = useNavigate();
  const { campaignId } = useSearch({ strict: false }) as { campaignId?: unknown };
  const edited = typeof campaignId === 'number' ? campaignId : undefined;
  const open = (id: number | undefined, saved = false) =>
    navigate({
      to: '/main/campaigns/texting',
      search: linkSearch(id === undefined ? {} : { campaignId: id }),
      ignoreBlocker: saved,
    });
  if (edited === undefined) return <TextCampaignList onEdit={(id) => void open(id)} />;
  return (
    <TextCampaignEditor
      key={edited}
      campaignId={edited}
      onCancel={() => void open(undefined)}
      onSaved={() => void open(undefined, true)}
    />
  );
}
