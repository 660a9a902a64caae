import { useQuery } from '@tanstack/react-query';
import { listTextCampaigns, type TextCampaign } from '#contract/text-campaign.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { CarrierFact } from '#web/ui/carrier-fact.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import type { MenuItem } from '#web/ui/menu.tsx';
import { Page } from '#web/ui/page.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import { columns, TextCampaignCompact } from './columns.tsx';

/** Milliseconds between two refreshes of the run status. */
const refreshEvery = 5_000;

interface TextCampaignListProps {
  /** 0 opens the editor of a new campaign. */
  onEdit: (campaignId: number) => void;
}

export function TextCampaignList({ onEdit }: TextCampaignListProps) {
  const { clientId } = useManager();
  const query = useQuery({
    queryKey: queryKey(listTextCampaigns, { clientId }),
    queryFn: ({ signal }) => api(listTextCampaigns, { query: { clientId }, signal }),
    refetchInterval: refreshEvery,
  });
  const addButton = (
    <Button variant="filled" icon={PlusIcon} onClick={() => onEdit(0)}>
      New Campaign
    </Button>
  );
  const actions = (row: TextCampaign): MenuItem[] => [
    { label: 'Edit', hint: 'Enter', onSelect: () => onEdit(row.campaignId) },
  ];
  return (
    <Page
      title="Text Campaign Configuration"
      sentence={<CarrierFact channel="text" />}
      times
      actions={query.data?.length === 0 ? undefined : addButton}
    >
      <DataTable
        label="Text campaigns"
        columns={columns}
        rows={query.data}
        rowKey={(row) => row.campaignId}
        rowName={(row) => row.name}
        actions={actions}
        compact={(row) => <TextCampaignCompact campaign={row} />}
        failure={refreshFailure(query)}
        empty={{
          title: 'No text campaigns yet',
          sentence: 'A text campaign sends a text message to the numbers of its contact lists.',
          action: addButton,
        }}
      />
    </Page>
  );
}
