import { useQuery } from '@tanstack/react-query';
import { type KeptData, type KeptKind, listKeptData } from '#contract/retention.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
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
      sentence="How long each kind of data is kept; your operator sets it. Older data is deleted each night at 7:37 UTC, unused recordings and reports each hour. Days are in UTC."
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
const storedNow = ({ rows, atLeast }: KeptData) =>
  `${atLeast ? 'Over ' : ''}${rows.toLocaleString('en-US')}`;
const dayOf = (at: string | null) => at?.slice(0, 10) ?? '–';
const nextOf = ({ nextDeletion, days }: KeptData) =>
  days === null ? 'Never' : nextDeletion ? `${dayOf(nextDeletion)} at the earliest` : '–';
const deletedOf = ({ deletedBefore }: KeptData) =>
  deletedBefore ? `All before ${dayOf(deletedBefore)}` : 'Nothing yet';

const columns: readonly Column<KeptData>[] = [
  { id: 'kind', header: 'Data', value: nameOf, width: 220, grow: 2, look: 'name', sortable: false },
  { id: 'kept', header: 'Kept', value: keptFor, width: 170, grow: 1, sortable: false },
  { id: 'rows', header: 'Stored Now', value: storedNow, width: 110, spare: 1, sortable: false },
  {
    id: 'oldest',
    header: 'Oldest',
    value: ({ oldest }) => dayOf(oldest),
    width: 110,
    spare: 2,
    sortable: false,
  },
  { id: 'next', header: 'Next Deletion', value: nextOf, width: 190, grow: 1, sortable: false },
  {
    id: 'deleted',
    header: 'Deleted',
    value: deletedOf,
    width: 170,
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
        <span>Kept: {keptFor(kept)}</span>
        <span>Stored now: {storedNow(kept)}</span>
        <span>Oldest: {dayOf(kept.oldest)}</span>
      </div>
      <div className={styles.compactLine}>
        <span>Next deletion: {nextOf(kept)}</span>
        <span>Deleted: {deletedOf(kept)}</span>
      </div>
    </>
  );
}
