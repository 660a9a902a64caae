import type { VoiceCampaign } from '../../../contract/campaign.ts';
import { formatTime } from '../../lib/format.ts';
import styles from './campaign.module.css';
import { CampaignStatus, formatUpdated } from './columns.tsx';
import { weekdaysInWords } from './weekdays.ts';

/** A row of the list below 700 px: name, status and type, automatic times or last change. */
export function CampaignCompact({ campaign }: { campaign: VoiceCampaign }) {
  return (
    <div className={styles.compact}>
      <strong className={styles.compactName}>{campaign.name}</strong>
      <span className={styles.compactStatus}>
        <CampaignStatus campaign={campaign} />
        <span>{campaign.campaignTypeName}</span>
      </span>
      <span className={styles.compactTimes}>{timesInWords(campaign)}</span>
    </div>
  );
}

function timesInWords(campaign: VoiceCampaign): string {
  const parts = [
    auto('Starts', campaign.startTime, campaign.startWeekdays),
    auto('Stops', campaign.stopTime, campaign.stopWeekdays),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : `Updated ${formatUpdated(campaign.updated)}`;
}

function auto(word: string, instant: string | null, weekdays: string): string {
  const days = weekdaysInWords(weekdays);
  return instant && days ? `${word} ${formatTime(instant)} ET ${days}` : '';
}
