import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { campaignType, listCampaigns } from '#contract/campaign.ts';
import { type CampaignNumber, downloadCampaignNumbers } from '#contract/campaign-numbers.ts';
import { api, apiFile } from '#web/lib/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { linkSearch } from '#web/lib/link-search.ts';
import { formatLocalTime } from '#web/lib/local-time.ts';
import { numberHref } from '#web/lib/number-link.ts';
import { counted } from '#web/lib/plural.ts';
import { ApiProblem } from '#web/lib/problem.ts';
import { queryKey } from '#web/lib/query.ts';
import { saveBlob } from '#web/lib/save-file.ts';
import { useManager } from '#web/lib/session.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { reportError } from '#web/ui/error-modal.tsx';
import { DownloadIcon } from '#web/ui/icons.tsx';
import { MissingPage } from '#web/ui/missing-record.tsx';
import { Page } from '#web/ui/page.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import { columnsFor, NumberCell, nameOf, untilOf, Verdict } from './columns.tsx';
import styles from './numbers.module.css';
import { partWords } from './part-words.ts';
import { useNumbers } from './use-numbers.ts';
import { type NumbersWanted, wantedOf } from './wanted.ts';

/** Pages of 100 that one press adds. */
const pagesAtOnce = 5;

/** `?campaignId=7&part=waiting&reason=calling_hours`: the numbers that a figure counts. */
export function NumbersPage() {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const wanted = wantedOf(search);
  const campaign = useCampaign(wanted.campaignId);
  const numbers = useNumbers(wanted);
  const navigate = useNavigate();
  const texts = campaign?.campaignType === campaignType.texting;
  const { pages, rows, total, at } = numbers;
  if (!rows && isMissing(pages.error)) {
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
          <Link to="/main/livemonitoring" search={linkSearch({ campaignId: wanted.campaignId })}>
            {name}
          </Link>
          {name && '. '}
          {partWords(wanted, texts)}.
          {total !== undefined && at && (
            <span role="status">
              {' '}
              {counted(total, 'number')} at {formatLocalTime(at, 'seconds')}.
            </span>
          )}
        </>
      }
      times
      actions={<Actions wanted={wanted} name={name} at={at} onRefresh={pages.refetch} />}
    >
      <DataTable
        label="Numbers"
        columns={columnsFor(texts)}
        rows={rows}
        tall
        rowKey={(row) => keyOf(row, rows ?? [])}
        rowName={({ phone }) => phone}
        onOpen={open}
        compact={(row) => <CompactNumber row={row} texts={texts} />}
        failure={refreshFailure(pages, 'The numbers could not be loaded.')}
        empty={{
          title: 'No numbers here now',
          sentence: 'They have moved on since they were counted, or there never were any.',
          action: (
            <Link
              className={buttonClass({ size: 'sm' })}
              to="/main/livemonitoring"
              search={linkSearch({ campaignId: wanted.campaignId })}
            >
              Back to Live Monitoring
            </Link>
          ),
        }}
      />
      {rows && rows.length > 0 && (
        <More
          shown={rows.length}
          total={total}
          hasMore={pages.hasNextPage}
          load={pages.fetchNextPage}
        />
      )}
    </Page>
  );
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

interface ActionsProps {
  wanted: NumbersWanted;
  name: string;
  at: string | undefined;
  onRefresh: () => unknown;
}

function Actions({ wanted, name, at, onRefresh }: ActionsProps) {
  const { campaignId: id, ...query } = wanted;
  const download = async () => {
    try {
      const file = await apiFile(downloadCampaignNumbers, {
        params: { id },
        query: { ...query, ...(at ? { at } : {}) },
      });
      saveBlob(`${name || 'Campaign'} ${wanted.part}.csv`, file);
    } catch (error) {
      reportError(error);
    }
  };
  return (
    <>
      <Button onClick={() => void onRefresh()}>Count again</Button>
      <Button icon={DownloadIcon} onClick={() => void download()}>
        Download CSV
      </Button>
    </>
  );
}

interface MoreProps {
  shown: number;
  total: number | undefined;
  hasMore: boolean;
  load: () => Promise<unknown>;
}

function More({ shown, total, hasMore, load }: MoreProps) {
  const loadSome = async () => {
    for (let page = 0; page < pagesAtOnce; page += 1) await load();
  };
  return (
    <div className={styles.more}>
      <span>
        {formatNumber(shown)}
        {total !== undefined && ` of ${formatNumber(Math.max(total, shown))}`} shown
      </span>
      {hasMore && (
        <Button size="sm" onClick={() => void loadSome()}>
          Show more
        </Button>
      )}
    </div>
  );
}

/** A row below 700 px: number and name, verdict, list and until. */
function CompactNumber({ row, texts }: { row: CampaignNumber; texts: boolean }) {
  const until = untilOf(row);
  return (
    <>
      <div className={styles.compactName}>
        <NumberCell row={row} /> {nameOf(row)}
      </div>
      <div className={styles.compactVerdict}>
        <Verdict row={row} texts={texts} />
      </div>
      <div className={styles.compactList}>
        {until && `Until ${until}. `}
        Line {formatNumber(row.line)}, {row.callListName}
      </div>
    </>
  );
}
