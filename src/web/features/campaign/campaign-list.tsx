import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { listVoiceCampaigns, type VoiceCampaign } from '#contract/voice-campaign.ts';
import { listVoiceMessages } from '#contract/voice-message.ts';
import { api } from '#web/lib/api.ts';
import { foundCampaigns, inStatus, statusTabs, voiceTypes } from '#web/lib/campaign-filter.ts';
import { inCampaignOrder } from '#web/lib/campaign-line.ts';
import { inNameOrder } from '#web/lib/names.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { useCampaignFigures } from '#web/lib/use-campaign-figures.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
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
import { CampaignCompact } from './campaign-compact.tsx';
import { columnsOf } from './columns.tsx';
import type { VoiceType } from './draft.ts';
import { TypeChooser } from './type-chooser.tsx';

/** Milliseconds between two refreshes of the run status. */
const refreshEvery = 5_000;
const noun = ['campaign', 'campaigns'] as const;

interface CampaignListProps {
  onAdd: (type: VoiceType) => void;
  onEdit: (campaignId: number) => void;
}

export function CampaignList({ onAdd, onEdit }: CampaignListProps) {
  const [choosing, setChoosing] = useState(false);
  const address = useListAddress(['status', 'type']);
  const { query, figures, found, rows } = useCampaigns(address);
  const { picks, picked, clear } = usePicks(rows, (row) => row.campaignId);
  const actions = useCampaignActions(clear);
  const menu = useCampaignMenu(actions, onEdit);
  const columns = useMemo(() => columnsOf(figures.of), [figures.of]);
  const addButton = (
    <Button changes variant="filled" icon={PlusIcon} onClick={() => setChoosing(true)}>
      Add Campaign
    </Button>
  );
  const nothingYet = query.data?.length === 0;
  const next = useNext(nothingYet);
  return (
    <Page
      title="Campaigns"
      sentence={<CarrierFact channel="voice" />}
      times
      actions={
        <>
          <Link to="/main/rci" className={buttonClass({})}>
            Caller ID Buckets
          </Link>
          {!nothingYet && addButton}
        </>
      }
      toolbar={
        picked.length > 0 ? (
          <CampaignBar picked={picked} actions={actions} onClear={clear} />
        ) : (
          <ListToolbar
            address={address}
            find="Find by name, list or message"
            tabs={{ name: 'status', label: 'Status', tabs: statusTabs(found ?? []) }}
            filters={[{ name: 'type', label: 'Type', all: 'All types', choices: voiceTypes }]}
            found={rows?.length}
            total={query.data?.length}
            noun={noun}
          />
        )
      }
    >
      <DataTable
        label="Campaigns"
        columns={columns}
        tall
        rows={rows}
        rowKey={(row) => row.campaignId}
        rowName={(row) => row.name}
        address={address}
        picks={picks}
        actions={menu}
        compact={(row) => <CampaignCompact campaign={row} figures={figures.of(row.campaignId)} />}
        failure={refreshFailure(query)}
        empty={nothingYet ? nothingEmpty(next, addButton) : noneFound('campaign', address.showAll)}
      />
      <TypeChooser opened={choosing} onClose={() => setChoosing(false)} onChoose={onAdd} />
      {actions.dialogs}
    </Page>
  );
}

const nothingEmpty = (next: string, action: React.ReactNode) => ({
  title: 'No campaigns yet',
  sentence: `A campaign calls the numbers of its contact lists and plays your message. ${next}`,
  action,
});

/** @param empty there is no campaign: only then messages are asked for */
function useNext(empty: boolean): string {
  const { clientId } = useManager();
  const { data } = useQuery({
    queryKey: queryKey(listVoiceMessages, { clientId }),
    queryFn: ({ signal }) => api(listVoiceMessages, { query: { clientId }, signal }),
    enabled: empty,
    throwOnError: false,
  });
  return data ? afterMessages(data.length) : '';
}

/** `found` by search and type; `rows` in the chosen status too, in the order of the list. */
function useCampaigns(address: ListAddress) {
  const { clientId } = useManager();
  const query = useQuery({
    queryKey: queryKey(listVoiceCampaigns, { clientId }),
    queryFn: ({ signal }) => api(listVoiceCampaigns, { query: { clientId }, signal }),
    refetchInterval: refreshEvery,
  });
  const figures = useCampaignFigures();
  const { find } = address;
  const status = address.filter('status');
  const type = voiceTypes.find(({ value }) => value === address.filter('type'))?.id;
  const found = useMemo(() => {
    const ofType = query.data?.filter((one) => type === undefined || one.campaignType === type);
    return ofType && foundCampaigns(ofType, find, figures.of);
  }, [query.data, figures.of, find, type]);
  const rows = useMemo(() => found && inStatus(inOrder(found), status), [found, status]);
  return { query, figures, found, rows };
}

function inOrder(campaigns: readonly VoiceCampaign[]): VoiceCampaign[] {
  return inCampaignOrder(
    inNameOrder(campaigns, ({ name }) => name),
    platformNow(),
  );
}
