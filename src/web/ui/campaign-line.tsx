import type { CampaignFigures } from '#contract/campaign-figures.ts';
import { campaignLine, campaignParts, type LinedCampaign } from '../lib/campaign-line.ts';
import { platformNow } from '../lib/simulation.ts';
import styles from './campaign-line.module.css';
import { StackedBar } from './progress-bar.tsx';

interface CampaignLineProps {
  campaign: LinedCampaign & { name: string };
  type: number;
  /** Undefined until loaded. */
  figures: CampaignFigures | undefined;
}

/** How a campaign is doing: a bar by result, called of total, and the one thing that matters. */
export function CampaignLine({ campaign, type, figures }: CampaignLineProps) {
  if (!figures) return <span className={styles.line}> </span>;
  const { text, whole } = campaignLine(campaign, figures, platformNow());
  return (
    <span className={styles.line} title={whole}>
      {figures.total > 0 && (
        <span className={styles.bar}>
          <StackedBar
            parts={campaignParts(figures, type)}
            total={figures.total}
            label={`${Math.floor((100 * figures.called) / figures.total)}% of ${campaign.name}`}
            height={6}
          />
        </span>
      )}
      <span className={styles.text}>{text}</span>
    </span>
  );
}
