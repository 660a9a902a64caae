import { useNavigate, useSearch } from '@tanstack/react-router';
import { campaignTexts } from '../../../contract/campaign.ts';
import { CampaignEditor } from './campaign-editor.tsx';
import { CampaignList } from './campaign-list.tsx';
import type { VoiceType } from './draft.ts';

interface Asked {
  campaignId?: number;
  type?: VoiceType;
}

/** `?campaignId=7` opens the editor, `?campaignId=0&type=linkback` that of a new Linkback. */
export function CampaignPage() {
  const navigate = useNavigate();
  const { campaignId, type } = askedFor(useSearch({ strict: false }));
  const open = (search: Asked, saved = false) =>
    navigate({
      to: '/main/campaigns/dialer',
      search: search as never,
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

/** An address that no link of ours leads to is told apart from the list. */
function askedFor(search: Record<string, unknown>) {
  const { campaignId, type = 'broadcast' } = search;
  if (type !== 'broadcast' && type !== 'linkback') {
    throw new Error(campaignTexts.createUnsupported);
  }
  if (campaignId === undefined) return { campaignId, type } as const;
  if (!Number.isSafeInteger(campaignId) || Number(campaignId) < 0) {
    throw new Error(campaignTexts.editorState);
  }
  return { campaignId: Number(campaignId), type } as const;
}
