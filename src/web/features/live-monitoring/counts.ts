/** The stats of a campaign or a list as the screen shows them: parts that add up to a whole. */

import { campaignTexts, campaignType } from '#contract/campaign.ts';
import type { CampaignStats } from '#contract/campaign-stats.ts';
import { percentWords } from '#web/lib/percents.ts';
import type { BarPart } from '#web/ui/progress-bar.tsx';

/** How calls or texts ended, as this screen divides them. */
export type ResultId =
  | 'person'
  | 'machine'
  | 'noAnswer'
  | 'failed'
  | 'delivered'
  | 'abandoned'
  | 'transferred'
  | 'notTransferred';

export interface ResultPart extends BarPart {
  id: ResultId;
  label: string;
  /** Of all parts together; they add up: "<1%". */
  percent: string;
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
  switch (stats.campaignType) {
    case campaignType.texting:
      return counted(stats.textTotal, [
        { id: 'delivered', label: 'Delivered', value: stats.textDelivered, color: 'green' },
        { id: 'failed', label: 'Failed', value: stats.textFailed, color: 'red' },
      ]);
    case campaignType.broadcast:
    case campaignType.linkback:
      return counted(stats.countTotal, [
        { id: 'person', label: 'Answered by person', value: stats.countPerson, color: 'green' },
        { id: 'machine', label: 'Answered by machine', value: stats.countMachine, color: 'purple' },
        { id: 'noAnswer', label: 'Not answered', value: stats.countTotalNoAnswer, color: 'grey' },
        { id: 'failed', label: 'Failed', value: stats.countTotalFailed, color: 'red' },
      ]);
    default:
      throw new Error(campaignTexts.statsType);
  }
}

/** Linkback's second division: those a person answered, by whether an agent was reached. */
export function transfersOf({ countPerson, countTransfer }: LinkbackStats): ResultPart[] {
  return withPercents([
    { id: 'transferred', label: 'Transferred', value: countTransfer, color: 'green' },
    {
      id: 'notTransferred',
      label: 'Not Transferred',
      value: countPerson - countTransfer,
      color: 'grey',
    },
  ]);
}

export type LinkbackStats = Extract<CampaignStats, { campaignType: 2 }>;

type Uncounted = Omit<ResultPart, 'percent'>;

function counted(total: number, parts: Uncounted[]): Counts {
  const called = parts.reduce((sum, { value }) => sum + value, 0);
  return { total, called, remaining: total - called, parts: withPercents(parts) };
}

function withPercents(parts: Uncounted[]): ResultPart[] {
  const percents = percentWords(parts.map(({ value }) => value));
  return parts.map((part, at) => ({ ...part, percent: percents[at] ?? '0%' }));
}
