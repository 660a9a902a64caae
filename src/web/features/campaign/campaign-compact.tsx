import { anyDay } from '#contract/fields.ts';
import type { VoiceCampaign } from '#contract/voice-campaign.ts';
import { formatTime } from '#web/lib/format.ts';
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

/** "Starts 9:00 AM Mon–Fri, stops 8:00 PM ET", as far as it fits; else the last change. */
function timesInWords(campaign: VoiceCampaign): string {
  const start = auto('starts', campaign.startTime, campaign.startWeekdays);
  const stop = auto('stops', campaign.stopTime, campaign.stopWeekdays);
  const words = [start && `${start} ${weekdaysInWords(campaign.startWeekdays)}`, stop]
    .filter(Boolean)
    .join(', ');
  if (words === '') return `Updated ${formatUpdated(campaign.updated)}`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ET`;
}

function auto(word: string, instant: string | null, weekdays: string): string {
  return instant && anyDay(weekdays) ? `${word} ${formatTime(instant)}` : '';
}
