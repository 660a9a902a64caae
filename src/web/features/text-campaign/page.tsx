import { useNavigate, useSearch } from '@tanstack/react-router';
import { linkSearch } from '#web/lib/link-search.ts';
import { searchToReturnTo } from '#web/lib/list-position.ts';
import { TextCampaignEditor } from './text-campaign-editor.tsx';
import { TextCampaignList } from './text-campaign-list.tsx';

const path = '/main/campaigns/texting';

/** `?campaignId=7` opens the editor, `?campaignId=0` that of a new campaign. */
export function TextCampaignPage() {
  const navigate = useNavigate();
  const { campaignId } = useSearch({ strict: false }) as { campaignId?: unknown };
  const edited = typeof campaignId === 'number' ? campaignId : undefined;
  const open = (search: Record<string, unknown>, saved = false) =>
    navigate({ to: path, search: linkSearch(search), ignoreBlocker: saved });
  /** To the list as it was left: its search, its position and its focus. */
  const back = (saved = false) => void open(searchToReturnTo(path), saved);
  if (edited === undefined)
    return <TextCampaignList onEdit={(id) => void open({ campaignId: id })} />;
  return (
    <TextCampaignEditor
      key={edited}
      campaignId={edited}
      onCancel={() => back()}
      onSaved={() => back(true)}
    />
  );
}
