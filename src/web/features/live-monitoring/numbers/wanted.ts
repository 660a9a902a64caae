/** What the address of the screen Numbers asks for. */
import { type NumberPart, numberParts } from '#contract/campaign-numbers.ts';

export interface NumbersWanted {
  campaignId: number;
  part: NumberPart;
  reason?: string;
  zone?: string;
  opens?: string;
  ruleId?: number;
  callListId?: number;
  /** What is tried in a forecast. */
  start?: string;
  stop?: string;
  open?: string;
  close?: string;
}

/** An address that was typed or cut asks for all numbers rather than for nothing. */
export function wantedOf(search: Record<string, unknown>): NumbersWanted {
  const text = (name: string) => {
    const value = search[name];
    return typeof value === 'string' ? { [name]: value } : {};
  };
  const id = (name: 'ruleId' | 'callListId') => {
    const value = Number(search[name]);
    return Number.isSafeInteger(value) && value > 0 ? { [name]: value } : {};
  };
  const campaignId = Number(search.campaignId);
  return {
    campaignId: Number.isSafeInteger(campaignId) ? campaignId : 0,
    part: numberParts.find((part) => part === search.part) ?? 'all',
    ...text('reason'),
    ...text('zone'),
    ...text('opens'),
    ...text('start'),
    ...text('stop'),
    ...text('open'),
    ...text('close'),
    ...id('ruleId'),
    ...id('callListId'),
  };
}
