import type { TextCampaign } from '#contract/text-campaign.ts';
import { campaignStatusColor } from '#web/lib/campaign-status.ts';
import { formatLocalDateTime, formatRecordTime } from '#web/lib/local-time.ts';
import { StatusDot } from '#web/ui/status-dot.tsx';
import type { Column } from '#web/ui/table/column.ts';
import styles from './text-campaign.module.css';

/** The documents' columns. */
export const columns: readonly Column<TextCampaign>[] = [
  { id: 'name', header: 'Name', value: ({ name }) => name, width: 200, grow: 4, look: 'name' },
  {
    id: 'status',
    header: 'Status',
    value: ({ campaignStatusName }) => campaignStatusName,
    cell: (row) => <Status campaign={row} />,
    width: 140,
    grow: 1,
  },
  {
    id: 'updated',
    header: 'Updated',
    value: ({ updated }) => updated,
    cell: ({ updated }) => formatLocalDateTime(updated),
    title: ({ updated }) => formatRecordTime(updated),
    width: 160,
    grow: 1,
    look: 'quiet',
  },
];

function Status({ campaign: { campaignStatusName } }: { campaign: TextCampaign }) {
  return (
    <StatusDot color={campaignStatusColor(campaignStatusName)}>{campaignStatusName}</StatusDot>
  );
}

/** The same facts on a small screen. */
export function TextCampaignCompact({ campaign }: { campaign: TextCampaign }) {
  return (
    <div className={styles.compact}>
      <strong>{campaign.name}</strong>
      <Status campaign={campaign} />
      <span>Updated {formatLocalDateTime(campaign.updated)}</span>
    </div>
  );
}
