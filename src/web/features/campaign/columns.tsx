import type { VoiceCampaign } from '#contract/voice-campaign.ts';
import { campaignStatusColor } from '#web/lib/campaign-status.ts';
import { formatTime } from '#web/lib/format.ts';
import { formatLocalDateTime, formatRecordTime } from '#web/lib/local-time.ts';
import { StatusDot } from '#web/ui/status-dot.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { weekdaysInWords } from './weekdays.ts';

/** Least widths that fit beside the open menu at 1280 px, in dense rows. */
export const columns: readonly Column<VoiceCampaign>[] = [
  { id: 'name', header: 'Name', value: (row) => row.name, width: 134, grow: 4, look: 'name' },
  {
    id: 'status',
    header: 'Status',
    value: (row) => row.campaignStatusName,
    cell: (row) => <CampaignStatus campaign={row} />,
    title: (row) => row.statusReason ?? undefined,
    width: 94,
    grow: 1,
  },
  {
    id: 'type',
    header: 'Type',
    value: (row) => row.campaignTypeName,
    width: 80,
    grow: 0.5,
    look: 'quiet',
  },
  {
    id: 'startTime',
    header: 'Auto Start Time (ET)',
    value: (row) => minuteOfDay(row.startTime),
    cell: (row) => formatTime(row.startTime) || '--',
    width: 150,
  },
  {
    id: 'startWeekdays',
    header: 'Start Weekdays',
    value: (row) => weekdaysInWords(row.startWeekdays),
    width: 121,
    grow: 0.2,
  },
  {
    id: 'stopTime',
    header: 'Auto Stop Time (ET)',
    value: (row) => minuteOfDay(row.stopTime),
    cell: (row) => formatTime(row.stopTime) || '--',
    width: 150,
  },
  {
    id: 'stopWeekdays',
    header: 'Stop Weekdays',
    value: (row) => weekdaysInWords(row.stopWeekdays),
    width: 121,
    grow: 0.2,
  },
  {
    id: 'updated',
    header: 'Updated',
    value: (row) => row.updated,
    cell: (row) => formatLocalDateTime(row.updated),
    title: (row) => formatRecordTime(row.updated),
    width: 112,
    grow: 1.5,
    look: 'quiet',
  },
];

export function CampaignStatus({ campaign }: { campaign: VoiceCampaign }) {
  const name = campaign.campaignStatusName;
  return <StatusDot color={campaignStatusColor(name)}>{name}</StatusDot>;
}

/** Times of one Eastern day sort by their instant; none comes first. */
function minuteOfDay(instant: string | null): string {
  return instant ?? '';
}
