import { anyDay } from '#contract/fields.ts';
import type { VoiceCampaign } from '#contract/voice-campaign.ts';
import { formatTime } from '#web/lib/format.ts';
import { formatLocalDateTime } from '#web/lib/local-time.ts';
import styles from './campaign.module.css';
import { CampaignStatus } from './columns.tsx';
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
  const { startWeekdays, stopWeekdays } = campaign;
  const start = auto('Starts', campaign.startTime, startWeekdays);
  const stop = auto(start ? 'stops' : 'Stops', campaign.stopTime, stopWeekdays);
  if (!start && !stop) return `Updated ${formatLocalDateTime(campaign.updated)}`;
  const parts = [start && `${start} ${weekdaysInWords(startWeekdays)}`, stop];
  return `${parts.filter(Boolean).join(', ')} ET`;
}

function auto(word: string, instant: string | null, weekdays: string): string {
  return instant && anyDay(weekdays) ? `${word} ${formatTime(instant)}` : '';
}
