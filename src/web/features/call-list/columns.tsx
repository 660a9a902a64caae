import type { CallList } from '../../../contract/call-list.ts';
import { formatLocalDateTime, formatRecordTime } from '../../lib/local-time.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import type { Column } from '../../ui/table/column.ts';
import { Called } from './called.tsx';
import { calledShare, listStatusColor } from './list-status.ts';

export const columns: readonly Column<CallList>[] = [
  {
    id: 'name',
    header: 'Name',
    value: (list) => list.originalFileName,
    width: 180,
    grow: 3,
    look: 'name',
  },
  {
    id: 'status',
    header: 'Status',
    value: (list) => list.callListStatusName,
    cell: (list) => <ListStatus list={list} />,
    width: 112,
  },
  {
    id: 'called',
    header: 'Called',
    value: calledShare,
    cell: (list) => <Called list={list} />,
    width: 208,
  },
  {
    id: 'campaign',
    header: 'Campaign',
    value: (list) => list.campaignName,
    width: 130,
    grow: 2,
    look: 'quiet',
  },
  {
    id: 'base',
    header: 'Base Call List',
    value: (list) => list.originalCallListName,
    width: 124,
    grow: 1,
    look: 'quiet',
  },
  {
    id: 'created',
    header: 'Created',
    value: (list) => list.created,
    cell: (list) => formatLocalDateTime(list.created, new Date()),
    title: (list) => formatRecordTime(list.created),
    width: 144,
    look: 'quiet',
  },
];

export function ListStatus({ list }: { list: CallList }) {
  return (
    <StatusDot color={listStatusColor(list.callListStatusId)}>{list.callListStatusName}</StatusDot>
  );
}
