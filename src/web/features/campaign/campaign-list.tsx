import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { campaignTexts, runStatus } from '#contract/campaign.ts';
import { listVoiceCampaigns, type VoiceCampaign } from '#contract/voice-campaign.ts';
import { api } from '#web/lib/api.ts';
import { linkSearch } from '#web/lib/link-search.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { CarrierFact } from '#web/ui/carrier-fact.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import type { MenuItem } from '#web/ui/menu.tsx';
import { Page } from '#web/ui/page.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { CampaignCompact } from './campaign-compact.tsx';
import { columns } from './columns.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import type { VoiceType } from './draft.ts';
import { TypeChooser } from './type-chooser.tsx';

/** Milliseconds between two refreshes of the run status. */
const refreshEvery = 5_000;

interface CampaignListProps {
  onAdd: (type: VoiceType) => void;
  onEdit: (campaignId: number) => void;
}

export function CampaignList({ onAdd, onEdit }: CampaignListProps) {
  const { clientId } = useManager();
  const navigate = useNavigate();
  // Eight columns with long headers: dense rows keep all of them in sight on a laptop.
  const dense = useMedia('(700px <= width < 1400px)');
  const [choosing, setChoosing] = useState(false);
  const [deleting, setDeleting] = useState<VoiceCampaign>();
  const query = useQuery({
    queryKey: queryKey(listVoiceCampaigns, { clientId }),
    queryFn: ({ signal }) => api(listVoiceCampaigns, { query: { clientId }, signal }),
    refetchInterval: refreshEvery,
  });
  const addButton = (
    <Button variant="filled" icon={PlusIcon} onClick={() => setChoosing(true)}>
      Add Campaign
    </Button>
  );
  const actions = (row: VoiceCampaign): MenuItem[] => [
    {
      label: 'Edit',
      hint: 'Enter',
      onSelect: () => onEdit(row.campaignId),
    },
    {
      label: 'Open in Live Monitoring',
      onSelect: () =>
        navigate({
          to: '/main/livemonitoring',
          search: linkSearch({ campaignId: row.campaignId }),
        }),
    },
    {
      label: 'Delete',
      danger: true,
      separated: true,
      reason: deleteReason(row),
      onSelect: () => setDeleting(row),
    },
  ];
  const nothingYet = query.data?.length === 0;
  return (
    <Page
      title="Campaigns"
      sentence={<CarrierFact channel="voice" />}
      times
      actions={nothingYet ? undefined : addButton}
    >
      <DataTable
        label="Campaigns"
        columns={columns}
        dense={dense}
        rows={query.data}
        rowKey={(row) => row.campaignId}
        rowName={(row) => row.name}
        actions={actions}
        compact={(row) => <CampaignCompact campaign={row} />}
        failure={refreshFailure(query)}
        empty={{
          title: 'No campaigns yet',
          sentence: 'A campaign calls the numbers of its contact lists and plays your message.',
          action: addButton,
        }}
      />
      <TypeChooser opened={choosing} onClose={() => setChoosing(false)} onChoose={onAdd} />
      <DeleteDialog campaign={deleting} onClose={() => setDeleting(undefined)} />
    </Page>
  );
}

function deleteReason(row: VoiceCampaign): string | undefined {
  return row.campaignStatusId === runStatus.stopped ? undefined : campaignTexts.deleteRunning;
}
