import type { CallList } from '#contract/call-list.ts';
import { listStatusColor } from '#web/lib/call-list-status.ts';
import { formatNumber } from '#web/lib/format.ts';
import { formatLocalDateTime, formatRecordTime } from '#web/lib/local-time.ts';
import { reportLink } from '#web/lib/report-link.ts';
import { StatusDot } from '#web/ui/status-dot.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { Called } from './called.tsx';
import { calledShare, isFirst } from './list-status.ts';
import styles from './page.module.css';

const columns: readonly Column<CallList>[] = [
  {
    id: 'name',
    header: 'Name',
    value: (list) => list.originalFileName,
    link: (list) => reportLink({ callLists: [list.callListId] }),
    width: 150,
    grow: 5,
    look: 'name',
    wraps: true,
  },
  {
    id: 'status',
    header: 'Status',
    value: (list) => list.callListStatusName,
    cell: (list) => <ListStatus list={list} />,
    width: 106,
  },
  {
    id: 'called',
    header: 'Called',
    value: calledShare,
    cell: (list) => <Called list={list} />,
    width: 168,
  },
  {
    id: 'campaign',
    header: 'Campaign',
    value: (list) => list.campaignName,
    link: ({ campaignId }) => ({ to: '/main/livemonitoring', search: { campaignId } }),
    cell: (list) => <CampaignOfList list={list} />,
    width: 128,
    grow: 4,
    look: 'quiet',
    wraps: true,
  },
  {
    id: 'base',
    header: 'Base Call List',
    value: (list) => list.originalCallListName,
    width: 112,
    grow: 1,
    spare: 3,
    look: 'quiet',
    wraps: true,
  },
  {
    id: 'created',
    header: 'Created',
    value: (list) => list.created,
    cell: (list) => formatLocalDateTime(list.created),
    title: (list) => formatRecordTime(list.created),
    width: 128,
    spare: 1,
    look: 'quiet',
  },
];

/** How many times numbers are called or texted once more; most clients have none. */
const followUps: Column<CallList> = {
  id: 'followUps',
  header: 'Follow-ups',
  value: (list) => list.followUpCount,
  cell: (list) => (list.followUpCount > 0 ? formatNumber(list.followUpCount) : '--'),
  link: (list) =>
    list.followUpCount > 0
      ? { to: '/main/calllist', search: { ways: list.callListId } }
      : undefined,
  title: () => 'How far each way has come',
  width: 104,
  spare: 2,
  look: 'quiet',
};

export function columnsFor(lists: readonly CallList[] | undefined): readonly Column<CallList>[] {
  if (!lists?.some(({ followUpCount }) => followUpCount > 0)) return columns;
  return columns.flatMap((column) => (column.id === 'base' ? [followUps, column] : [column]));
}

/** The campaign, with a badge if the list is first in it. */
export function CampaignOfList({ list }: { list: CallList }) {
  if (!isFirst(list)) return list.campaignName;
  return (
    <span className={styles.withBadge}>
      <span>{list.campaignName}</span>
      <span className={styles.first} title="Called before the campaign's other lists">
        First
      </span>
    </span>
  );
}

export function ListStatus({ list }: { list: CallList }) {
  return (
    <StatusDot color={listStatusColor(list.callListStatusId)}>{list.callListStatusName}</StatusDot>
  );
}
