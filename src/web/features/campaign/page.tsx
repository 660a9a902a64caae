import { useNavigate, useSearch } from '@tanstack/react-router';
import { linkSearch } from '#web/lib/link-search.ts';
import { searchToReturnTo } from '#web/lib/list-position.ts';
import { CampaignEditor } from './campaign-editor.tsx';
import { CampaignList } from './campaign-list.tsx';
import { askedFor } from './editor-state.ts';

const path = '/main/campaigns/dialer';

/** `?campaignId=7` opens the editor, `?campaignId=0&type=linkback` that of a new Linkback. */
export function CampaignPage() {
  const navigate = useNavigate();
  const { campaignId, type } = askedFor(useSearch({ strict: false }));
  const open = (search: Record<string, unknown>, saved = false) =>
    navigate({
      to: path,
      search: linkSearch(search),
      ignoreBlocker: saved,
    });
  /** To the list as it was left: its search, its position and its focus. */
  const back = (saved = false) => open(searchToReturnTo(path), saved);
  if (campaignId === undefined) {
    return (
      <CampaignList
        onAdd={(chosen) => open({ campaignId: 0, type: chosen })}
        onEdit={(id) => open({ campaignId: id })}
      />
    );
  }
  return (
    <CampaignEditor
      key={`${campaignId} ${type}`}
      campaignId={campaignId}
      newType={type}
      onCancel={() => back()}
      onSaved={() => back(true)}
    />
  );
}
