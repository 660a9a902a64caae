import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listTextCampaigns, type TextCampaign } from '#contract/text-campaign.ts';
import { listTextMessages } from '#contract/text-message.ts';
import { api } from '#web/lib/api.ts';
import { foundCampaigns, inStatus, statusTabs } from '#web/lib/campaign-filter.ts';
import { inCampaignOrder } from '#web/lib/campaign-line.ts';
import { inNameOrder } from '#web/lib/names.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { useCampaignFigures } from '#web/lib/use-campaign-figures.ts';
import { Button } from '#web/ui/button.tsx';
import { useCampaignActions } from '#web/ui/campaign-actions.tsx';
import { CampaignBar, useCampaignMenu } from '#web/ui/campaign-bar.tsx';
import { CarrierFact } from '#web/ui/carrier-fact.tsx';
import { afterMessages } from '#web/ui/first-step.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import { type ListAddress, useListAddress } from '#web/ui/list-address.ts';
import { ListToolbar } from '#web/ui/list-toolbar.tsx';
import { noneFound } from '#web/ui/none-found.tsx';
import { Page } from '#web/ui/page.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { usePicks } from '#web/ui/table/picks.ts';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import { columnsOf, TextCampaignCompact } from './columns.tsx';

/** Milliseconds between two refreshes of the run status. */
const refreshEvery = 5_000;
const noun = ['text campaign', 'text campaigns'] as const;

interface TextCampaignListProps {
  /** 0 opens the editor of a new campaign. */
  onEdit: (campaignId: number) => void;
}

export function TextCampaignList({ onEdit }: TextCampaignListProps) {
  const address = useListAddress(['status']);
  const { query, figures, found, rows } = useCampaigns(address);
  const { picks, picked, clear } = usePicks(rows, (row) => row.campaignId);
  const actions = useCampaignActions(clear);
  const menu = useCampaignMenu(actions, onEdit);
  const columns = useMemo(() => columnsOf(figures.of), [figures.of]);
  const addButton = (
    <Button changes variant="filled" icon={PlusIcon} onClick={() => onEdit(0)}>
      New Campaign
    </Button>
  );
  const nothingYet = query.data?.length === 0;
  const next = useNext(nothingYet);
  return (
    <Page
      title="Text Campaign Configuration"
      times
      sentence={<CarrierFact channel="text" />}
      actions={nothingYet ? undefined : addButton}
      toolbar={
        picked.length > 0 ? (
          <CampaignBar picked={picked} actions={actions} onClear={clear} />
        ) : (
          <ListToolbar
            address={address}
            find="Find by name, list or message"
            tabs={{ name: 'status', label: 'Status', tabs: statusTabs(found ?? []) }}
            found={rows?.length}
            total={query.data?.length}
            noun={noun}
          />
        )
      }
    >
      <DataTable
        label="Text campaigns"
        columns={columns}
        tall
        rows={rows}
        rowKey={(row) => row.campaignId}
        rowName={(row) => row.name}
        address={address}
        picks={picks}
        actions={menu}
        compact={(row) => (
          <TextCampaignCompact campaign={row} figures={figures.of(row.campaignId)} />
        )}
        failure={refreshFailure(query)}
        empty={
          nothingYet ? nothingEmpty(next, addButton) : noneFound('text campaign', address.showAll)
        }
      />
      {actions.dialogs}
    </Page>
  );
}

const nothingEmpty = (next: string, action: React.ReactNode) => ({
  title: 'No text campaigns yet',
  sentence: `A text campaign sends a text message to the numbers of its contact lists. ${next}`,
  action,
});

/** @param empty there is no campaign: only then messages are asked for */
function useNext(empty: boolean): string {
  const { clientId } = useManager();
  const { data } = useQuery({
    queryKey: queryKey(listTextMessages, { clientId }),
    queryFn: ({ signal }) => api(listTextMessages, { query: { clientId }, signal }),
    enabled: empty,
    throwOnError: false,
  });
  return data ? afterMessages(data.length) : '';
}

/** `found` by search; `rows` in the chosen status too, in the order of the list. */
function useCampaigns(address: ListAddress) {
  const { clientId } = useManager();
  const query = useQuery({
    queryKey: queryKey(listTextCampaigns, { clientId }),
    queryFn: ({ signal }) => api(listTextCampaigns, { query: { clientId }, signal }),
    refetchInterval: refreshEvery,
  });
  const figures = useCampaignFigures();
  const { find } = address;
  const status = address.filter('status');
  const found = useMemo(
    () => query.data && foundCampaigns(query.data, find, figures.of),
    [query.data, figures.of, find],
  );
  const rows = useMemo(() => found && inStatus(inOrder(found), status), [found, status]);
  return { query, figures, found, rows };
}

function inOrder(campaigns: readonly TextCampaign[]): TextCampaign[] {
  const byName = inNameOrder(campaigns, ({ name }) => name);
  return inCampaignOrder(byName, platformNow());
}
