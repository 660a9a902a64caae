import { useNavigate, useSearch } from '@tanstack/react-router';
import { linkSearch } from '#web/lib/link-search.ts';
import { CampaignEditor } from './campaign-editor.tsx';
import { CampaignList } from './campaign-list.tsx';
import { type Asked, askedFor } from './editor-state.ts';

/** `?campaignId=7` opens the editor, `?campaignId=0&type=linkback` that of a new Linkback. */
export function CampaignPage() {
  const navigate = useNavigate();
  const { campaignId, type } = askedFor(useSearch({ strict: false }));
  const open = (search: Partial<Asked>, saved = false) =>
    navigate({
      to: '/main/campaigns/dialer',
      search: linkSearch({ ...search }),
      ignoreBlocker: saved,
    });
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
      onCancel={() => open({})}
      onSaved={() => open({}, true)}
    />
  );
}
