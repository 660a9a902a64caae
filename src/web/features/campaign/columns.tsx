import type { CampaignFigures } from '#contract/campaign-figures.ts';
import type { VoiceCampaign } from '#contract/voice-campaign.ts';
import { campaignStatusColor } from '#web/lib/campaign-status.ts';
import { formatTime } from '#web/lib/eastern-format.ts';
import { formatLocalDay, formatLocalTime, formatRecordTime } from '#web/lib/local-time.ts';
import { type AutoTime, autoTimesOf, weekdaysInWords } from '#web/lib/schedule-words.ts';
import { CampaignLine } from '#web/ui/campaign-line.tsx';
import { StatusDot } from '#web/ui/status-dot.tsx';
import type { Column } from '#web/ui/table/column.ts';
import styles from './campaign.module.css';

/**
 * Least widths that fit beside the open menu at 1280 px; the name takes what is left. On less room the
 * line below the name says the schedule.
 */
export function columnsOf(
  figuresOf: (campaignId: number) => CampaignFigures | undefined,
): readonly Column<VoiceCampaign>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      value: (row) => row.name,
      link: ({ campaignId }) => ({ to: '/main/campaigns/dialer', search: { campaignId } }),
      below: (row) => (
        <CampaignLine campaign={row} type={row.campaignType} figures={figuresOf(row.campaignId)} />
      ),
      width: 264,
      grow: 1,
      look: 'name',
      wraps: true,
    },
    {
      id: 'status',
      header: 'Status',
      value: (row) => row.campaignStatusName,
      cell: (row) => <CampaignStatus campaign={row} />,
      title: (row) => row.statusReason ?? undefined,
      width: 108,
    },
    {
      id: 'type',
      header: 'Type',
      value: (row) => row.campaignTypeName,
      width: 92,
      look: 'quiet',
    },
    autoTime('startTime', 'Auto Start Time (ET)', startOf, (row) => row.startTime),
    autoDays('startWeekdays', 'Start Weekdays', startOf),
    autoTime('stopTime', 'Auto Stop Time (ET)', stopOf, (row) => row.stopTime),
    autoDays('stopWeekdays', 'Stop Weekdays', stopOf),
    {
      id: 'updated',
      header: 'Updated',
      value: (row) => row.updated,
      cell: (row) => <Updated at={row.updated} />,
      title: (row) => formatRecordTime(row.updated),
      width: 88,
      look: 'quiet',
    },
  ];
}

const startOf = (row: VoiceCampaign) => autoTimesOf(row).start;
const stopOf = (row: VoiceCampaign) => autoTimesOf(row).stop;
type Auto = (row: VoiceCampaign) => AutoTime;

/** A time without a weekday does nothing, and reads as none. */
function autoTime(
  id: string,
  header: string,
  auto: Auto,
  instantOf: (row: VoiceCampaign) => string | null,
): Column<VoiceCampaign> {
  const happens = (row: VoiceCampaign) => weekdaysInWords(auto(row).weekdays) !== '';
  return {
    id,
    header,
    value: (row) => (happens(row) ? auto(row).time : ''),
    cell: (row) => (happens(row) ? formatTime(instantOf(row)) : '--'),
    width: 92,
    spare: 1,
  };
}

function autoDays(id: string, header: string, auto: Auto): Column<VoiceCampaign> {
  const value = (row: VoiceCampaign) => weekdaysInWords(auto(row).weekdays);
  return { id, header, value, width: 92, spare: 1 };
}

/** Day and time in two lines. */
function Updated({ at }: { at: string }) {
  return (
    <span className={styles.updated}>
      <span>{formatLocalDay(at)}</span>
      <span>{formatLocalTime(at)}</span>
    </span>
  );
}

export function CampaignStatus({ campaign }: { campaign: VoiceCampaign }) {
  const name = campaign.campaignStatusName;
  return <StatusDot color={campaignStatusColor(name)}>{name}</StatusDot>;
}
