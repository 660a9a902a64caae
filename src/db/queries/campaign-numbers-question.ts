/** Which numbers of a campaign are asked for, and where the next page begins. */
import type { NumberPart, NumberSort } from '#contract/campaign-numbers.ts';
import type { ForecastChanges } from '#contract/forecast.ts';

/** Of `never`: what is tried. */
type ScheduleChanges = Pick<ForecastChanges, 'start' | 'stop' | 'open' | 'close'>;

export interface NumbersQuestion extends ScheduleChanges {
  campaignId: number;
  now: Date;
  part: NumberPart;
  reason?: string | undefined;
  zone?: string | undefined;
  opens?: string | undefined;
  result?: string | undefined;
  ruleId?: number | undefined;
  callListId?: number | undefined;
  /** Digits of the number or words of the name; '' for all. */
  search?: string | undefined;
  /** In the order of the lists and their files unless it is given. */
  sort?: NumberSort | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** Where the page before ended. */
export interface NumbersCursor {
  callListId: number;
  /** An entry, or the line of a row that was left out. */
  after: number;
  /** Of a row that was left out. */
  row: number;
}
