import { campaignType } from '#contract/campaign.ts';
import type { CampaignFigures } from '#contract/campaign-figures.ts';
import type { TextCampaign } from '#contract/text-campaign.ts';
import { campaignStatusColor } from '#web/lib/campaign-status.ts';
import { formatLocalDateTime, formatRecordTime } from '#web/lib/local-time.ts';
import { CampaignLine } from '#web/ui/campaign-line.tsx';
import { StatusDot } from '#web/ui/status-dot.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { CompactName } from '#web/ui/table/compact-name.tsx';
import styles from './text-campaign.module.css';

/** The documents' columns. */
export function columnsOf(
  figuresOf: (campaignId: number) => CampaignFigures | undefined,
): readonly Column<TextCampaign>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      value: ({ name }) => name,
      link: ({ campaignId }) => ({ to: '/main/campaigns/texting', search: { campaignId } }),
      below: (row) => <Line campaign={row} figures={figuresOf(row.campaignId)} />,
      width: 300,
      grow: 4,
      look: 'name',
      wraps: true,
    },
    {
      id: 'status',
      header: 'Status',
      value: ({ campaignStatusName }) => campaignStatusName,
      cell: (row) => <Status campaign={row} />,
      title: (row) => figuresOf(row.campaignId)?.statusReason ?? undefined,
      width: 112,
      grow: 1,
    },
    {
      id: 'updated',
      header: 'Updated',
      value: ({ updated }) => updated,
      cell: ({ updated }) => formatLocalDateTime(updated),
      title: ({ updated }) => formatRecordTime(updated),
      width: 150,
      grow: 1,
      look: 'quiet',
    },
  ];
}

interface LineProps {
  campaign: TextCampaign;
  figures: CampaignFigures | undefined;
}

function Line({ campaign, figures }: LineProps) {
  return <CampaignLine campaign={campaign} type={campaignType.texting} figures={figures} />;
}

function Status({ campaign: { campaignStatusName } }: { campaign: TextCampaign }) {
  return (
    <StatusDot color={campaignStatusColor(campaignStatusName)}>{campaignStatusName}</StatusDot>
  );
}

/** The same facts on a small screen. */
export function TextCampaignCompact({ campaign, figures }: LineProps) {
  return (
    <div className={styles.compact}>
      <CompactName>{campaign.name}</CompactName>
      <Status campaign={campaign} />
      <Line campaign={campaign} figures={figures} />
    </div>
  );
}
