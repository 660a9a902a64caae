/** The stats of a campaign or a list as the screen shows them: parts that add up to a whole. */
import type { CampaignStats } from '../../../contract/campaign.ts';
import type { BarPart } from '../../ui/progress-bar.tsx';

export interface ResultPart extends BarPart {
  label: string;
}

export interface Counts {
  total: number;
  /** Calls that ended, or texts that were sent: the sum of the parts. */
  called: number;
  /** Document 1 section 9: total less called. */
  remaining: number;
  /** In the order of ring, legend and bars. */
  parts: ResultPart[];
}

export function countsOf(stats: CampaignStats): Counts {
  if (stats.campaignType === 3) {
    return counted(stats.textTotal, [
      { id: 'delivered', label: 'Delivered', value: stats.textDelivered, color: 'green' },
      { id: 'failed', label: 'Failed', value: stats.textFailed, color: 'red' },
    ]);
  }
  return counted(stats.countTotal, [
    { id: 'person', label: 'Answered by person', value: stats.countPerson, color: 'green' },
    { id: 'machine', label: 'Answered by machine', value: stats.countMachine, color: 'purple' },
    { id: 'noAnswer', label: 'Not answered', value: stats.countTotalNoAnswer, color: 'grey' },
    { id: 'failed', label: 'Failed', value: stats.countTotalFailed, color: 'red' },
  ]);
}

function counted(total: number, parts: ResultPart[]): Counts {
  const called = parts.reduce((sum, { value }) => sum + value, 0);
  return { total, called, remaining: total - called, parts };
}

/** 0 where there is nothing to share. */
export function shareOf(value: number, whole: number): number {
  return whole > 0 ? value / whole : 0;
}
