import type { CampaignFigures } from '#contract/campaign-figures.ts';
import type { VoiceCampaign } from '#contract/voice-campaign.ts';
import { CampaignLine } from '#web/ui/campaign-line.tsx';
import { CompactName } from '#web/ui/table/compact-name.tsx';
import styles from './campaign.module.css';
import { CampaignStatus } from './columns.tsx';

interface CampaignCompactProps {
  campaign: VoiceCampaign;
  figures: CampaignFigures | undefined;
}

/** A row of the list below 700 px: name, status and type, how it is doing. */
export function CampaignCompact({ campaign, figures }: CampaignCompactProps) {
  return (
    <div className={styles.compact}>
      <CompactName>{campaign.name}</CompactName>
      <span className={styles.compactStatus}>
        <CampaignStatus campaign={campaign} />
        <span>{campaign.campaignTypeName}</span>
      </span>
      <span className={styles.compactTimes}>
        <CampaignLine campaign={campaign} type={campaign.campaignType} figures={figures} />
      </span>
    </div>
  );
}
