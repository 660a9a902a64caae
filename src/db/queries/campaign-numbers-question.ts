/** Which numbers of a campaign are asked for, and where the next page begins. */
import type { NumberPart, NumberSort } from '#contract/campaign-numbers.ts';

export interface NumbersQuestion {
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
