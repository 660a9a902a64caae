import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { campaignType, listCampaigns } from '#contract/campaign.ts';
import type { CampaignNumber } from '#contract/campaign-numbers.ts';
import { api } from '#web/lib/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { linkSearch } from '#web/lib/link-search.ts';
import { formatLocalTime } from '#web/lib/local-time.ts';
import { numberHref } from '#web/lib/number-link.ts';
import { counted } from '#web/lib/plural.ts';
import { ApiProblem } from '#web/lib/problem.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { type ListAddress, useListAddress } from '#web/ui/list-address.ts';
import { RowCount, smallest } from '#web/ui/list-toolbar.tsx';
import { MissingPage } from '#web/ui/missing-record.tsx';
import { noneFound } from '#web/ui/none-found.tsx';
import { Page } from '#web/ui/page.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { nextSorting, type Ordered } from '#web/ui/table/sorting.ts';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import { SearchField } from '#web/ui/text-field.tsx';
import { Actions, More } from './actions.tsx';
import { columnsFor, NumberCell, nameOf, untilOf, Verdict, type VerdictLook } from './columns.tsx';
import styles from './numbers.module.css';
import { partWords } from './part-words.ts';
import { rowsAtOnce, useNumbers } from './use-numbers.ts';
import { type NumbersWanted, wantedOf } from './wanted.ts';

/** `?campaignId=7&part=waiting&reason=calling_hours`: the numbers that a figure counts. */
export function NumbersPage() {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const wanted = wantedOf(search);
  // Rows of before stay while others load: those of another figure must not.
  return <NumbersOf key={JSON.stringify(wanted)} wanted={wanted} />;
}

function NumbersOf({ wanted }: { wanted: NumbersWanted }) {
  const campaign = useCampaign(wanted.campaignId);
  const address = useListAddress([], { searchCuts: true });
  const numbers = useNumbers(wanted, address);
  const navigate = useNavigate();
  const texts = campaign?.campaignType === campaignType.texting;
  const look = { texts, forecast: wanted.part === 'never' };
  const { pages, rows, total, at, more } = numbers;
  if (isMissing(pages.error)) {
    const back = { label: 'Back to Live Monitoring', to: '/main/livemonitoring' };
    return <MissingPage title="Numbers" what="This campaign" back={back} />;
  }
  const name = campaign?.name ?? '';
  const open = ({ phone }: CampaignNumber) => {
    const href = numberHref(phone);
    if (href !== undefined) void navigate({ to: href });
  };
  return (
    <Page
      title="Numbers"
      sentence={
        <>
          <CampaignName campaignId={wanted.campaignId} name={name} />
          {partWords(wanted, texts)}
          <RuleLink ruleId={wanted.ruleId} />.
          {total !== undefined && at && (
            <span role="status">
              {' '}
              {counted(total, 'number')}
              {address.find && ' found'} at {formatLocalTime(at, 'seconds')}.
            </span>
          )}
        </>
      }
      times
      actions={
        <Actions
          campaignId={wanted.campaignId}
          wanted={numbers.wanted}
          name={name}
          at={at}
          onRefresh={pages.refetch}
        />
      }
      toolbar={<Toolbar address={address} total={total} />}
    >
      <DataTable
        label="Numbers"
        columns={columnsFor(look)}
        rows={rows}
        stale={pages.isPlaceholderData}
        address={address}
        // Over all numbers, of which these are a part.
        ordered={orderOf(address)}
        tall
        rowKey={(row) => keyOf(row, rows ?? [])}
        rowName={({ phone }) => phone}
        onOpen={open}
        compact={(row) => <CompactNumber row={row} look={look} />}
        failure={refreshFailure(pages, 'The numbers could not be loaded.')}
        empty={address.narrowed ? noneFound('number', address.showAll) : emptyOf(wanted.campaignId)}
      />
      {rows && rows.length > 0 && (
        <More
          shown={rows.length}
          total={total}
          hasMore={more}
          busy={pages.isFetchingNextPage}
          onMore={() => address.setRows(rows.length + rowsAtOnce)}
        />
      )}
    </Page>
  );
}

/** An address without a campaign, or one that is not read yet, has none. */
function CampaignName({ campaignId, name }: { campaignId: number; name: string }) {
  if (name === '') return null;
  return (
    <>
      <Link to="/main/livemonitoring" search={linkSearch({ campaignId })}>
        {name}
      </Link>
      .{' '}
    </>
  );
}

/** ", rule 12": which one it is about, where its words are. */
function RuleLink({ ruleId }: { ruleId: number | undefined }) {
  if (ruleId === undefined) return null;
  return (
    <>
      ,{' '}
      <Link to="/main/policy" search={linkSearch({ ruleId })}>
        rule {ruleId}
      </Link>
    </>
  );
}

function Toolbar({ address, total = 0 }: { address: ListAddress; total: number | undefined }) {
  return (
    <>
      <SearchField label="Find by number or name" value={address.find} onChange={address.setFind} />
      {total > smallest && <RowCount address={address} usual={counted(rowsAtOnce, 'row')} />}
    </>
  );
}

function orderOf({ sorting: written, setSorting }: ListAddress): Ordered {
  const sorting = written === 'first' ? undefined : written;
  return { sorting, onSort: (columnId) => setSorting(nextSorting(sorting, columnId)) };
}

function emptyOf(campaignId: number) {
  return {
    title: 'No numbers here now',
    sentence: 'They have moved on since they were counted, or there never were any.',
    action: (
      <Link
        className={buttonClass({ size: 'sm' })}
        to="/main/livemonitoring"
        search={linkSearch({ campaignId })}
      >
        Back to Live Monitoring
      </Link>
    ),
  };
}

function isMissing(error: Error | null): boolean {
  return error instanceof ApiProblem && error.status === 404;
}

/** Rows that were left out have no entry: their index among the rows is their key. */
function keyOf(row: CampaignNumber, rows: readonly CampaignNumber[]): string {
  const { callListId, entryId } = row;
  return entryId > 0 ? `${callListId}.${entryId}` : `row ${rows.indexOf(row)}`;
}

function useCampaign(campaignId: number) {
  const { clientId } = useManager();
  const { data } = useQuery({
    queryKey: queryKey(listCampaigns, { clientId }),
    queryFn: ({ signal }) => api(listCampaigns, { query: { clientId }, signal }),
    throwOnError: false,
  });
  return data?.find((one) => one.campaignId === campaignId);
}

/** A row below 700 px: number and name, verdict, list and until. */
function CompactNumber({ row, look }: { row: CampaignNumber; look: VerdictLook }) {
  const until = untilOf(row);
  return (
    <>
      <div className={styles.compactName}>
        <NumberCell row={row} /> {nameOf(row)}
      </div>
      <div className={styles.compactVerdict}>
        <Verdict row={row} {...look} />
      </div>
      <div className={styles.compactList}>
        {until && `Until ${until}. `}
        Line {formatNumber(row.line)}, {row.callListName}
      </div>
    </>
  );
}
