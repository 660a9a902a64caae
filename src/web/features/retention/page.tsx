import { useQuery } from '@tanstack/react-query';
import { type KeptData, type KeptKind, listKeptData } from '#contract/retention.ts';
import { describeBytes } from '#domain/disk-forecast.ts';
import { api } from '#web/lib/api.ts';
import { formatLocalDateTime, formatLocalTime, localDay } from '#web/lib/local-time.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { Page } from '#web/ui/page.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { CompactName } from '#web/ui/table/compact-name.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import styles from './page.module.css';

/** What is kept of this client, how long, and what goes next; for administrators. */
export function RetentionPage() {
  const { clientId } = useManager();
  const query = useQuery({
    queryKey: queryKey(listKeptData, { clientId }),
    queryFn: ({ signal }) => api(listKeptData, { query: { clientId }, signal }),
    throwOnError: false,
  });
  return (
    <Page
      title="Retention"
      sentence={`How long each kind of data is kept; your operator sets it. Older data is deleted each night at ${formatLocalTime(sweepOf(platformNow()))}, unused recordings and reports each hour.${countedOf(query.data)} The audit log is kept for good.`}
      times
    >
      <DataTable
        label="Kinds of data"
        columns={columns}
        rows={query.data}
        rowKey={({ kind }) => kind}
        rowName={nameOf}
        compact={(kept) => <KeptCompact kept={kept} />}
        failure={refreshFailure(query, query.data && 'The list could not be refreshed.')}
        empty={{ title: 'No data', sentence: 'There are no kinds of data.' }}
      />
    </Page>
  );
}

const names: Record<KeptKind, string> = {
  contacts: 'Contact data of ended lists',
  calls: 'Call records',
  texts: 'Texts sent',
  inbound: 'Inbound texts',
  recordings: 'Unused phone recordings',
  reports: 'Archived reports',
};
const nameOf = ({ kind }: KeptData) => names[kind];

function keptFor({ days, own }: KeptData): string {
  if (days === null) return 'Forever';
  const time = `${days.toLocaleString('en-US')} ${days === 1 ? 'day' : 'days'}`;
  return own ? `${time}, set for you` : time;
}
const counted = (rows: number) => rows.toLocaleString('en-US');
const storedNow = ({ rows, atLeast, bytes }: KeptData) => {
  const size = bytes === null || rows === 0 ? '' : `, about ${describeBytes(bytes)}`;
  return `${atLeast ? 'Over ' : ''}${counted(rows)}${size}`;
};
const dayOf = (at: string | null) => (at ? localDay(new Date(at)) : '–');
/** The sweep of a night, which the job queue starts at 7:37 UTC. */
const sweepOf = (now: Date) => `${now.toISOString().slice(0, 10)}T07:37:00Z`;
const nextOf = ({ kind, nextDeletion, nextRows, days }: KeptData) => {
  if (days === null) return 'Never';
  if (!nextDeletion) return '–';
  if (nextRows === null) return `${dayOf(nextDeletion)} at the earliest`;
  // A list must have ended, too.
  const most = kind === 'contacts' ? 'up to ' : '';
  return `${dayOf(nextDeletion)}: ${most}${counted(nextRows)}`;
};
const beforeOf = ({ deletedBefore }: KeptData) =>
  deletedBefore ? `Before ${formatLocalDateTime(deletedBefore)}` : '';
const lastOf = ({ lastDeletion }: KeptData) =>
  lastDeletion ? `${counted(lastDeletion.rows)} on ${dayOf(lastDeletion.at)}` : '';
const nothing = 'Nothing yet';

/** When the rows were counted. */
function countedOf(kept: readonly KeptData[] | undefined): string {
  const at = kept?.[0]?.countedAt;
  return at ? ` Counted ${formatLocalDateTime(at)}.` : '';
}

const columns: readonly Column<KeptData>[] = [
  { id: 'kind', header: 'Data', value: nameOf, width: 208, grow: 2, look: 'name', sortable: false },
  { id: 'kept', header: 'Kept', value: keptFor, width: 140, grow: 1, sortable: false },
  { id: 'rows', header: 'Stored', value: storedNow, width: 150, spare: 1, sortable: false },
  {
    id: 'oldest',
    header: 'Oldest',
    value: ({ oldest }) => dayOf(oldest),
    width: 96,
    spare: 2,
    sortable: false,
  },
  { id: 'next', header: 'Next Deletion', value: nextOf, width: 204, sortable: false },
  {
    id: 'deleted',
    header: 'Deleted',
    value: (kept) => lastOf(kept) || beforeOf(kept) || nothing,
    width: 180,
    grow: 1,
    spare: 3,
    sortable: false,
  },
];

/** A row below 700 px. */
function KeptCompact({ kept }: { kept: KeptData }) {
  return (
    <>
      <CompactName>{nameOf(kept)}</CompactName>
      <div className={styles.compactLine}>
        Kept: {keptFor(kept)}. Stored: {storedNow(kept)}
      </div>
      <div className={styles.compactLine}>
        Oldest: {dayOf(kept.oldest)}. Next deletion: {nextOf(kept)}
      </div>
      <div className={styles.compactLine}>
        Deleted: {[beforeOf(kept), lastOf(kept)].filter(Boolean).join('; ') || nothing}
      </div>
    </>
  );
}
