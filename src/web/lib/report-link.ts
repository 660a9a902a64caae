/**
 * The address of the call detail report with filters: `<Link {...reportLink({ campaigns: [12] })}>`.
 * A filter stands under its column's id, so that a person can read and change it:
 * `?campaigns=12&outcome=person,abandoned&startTime=2026-11-20T14:00:00.000Z~2026-11-21T04:59:59.999Z`.
 */
import type { CallOutcome } from '#contract/call-outcome.ts';
import { brakeStopped, countedAbandoned } from '#contract/call-record-columns.ts';
import { linkSearch } from './link-search.ts';

export const reportPath = '/main/reports/cdr';

export interface ReportWanted {
  campaigns?: readonly number[];
  /** By id: a list keeps its records when it is renamed. */
  callLists?: readonly number[];
  /** `outcomesOf.person` and the like: a figure is a sum of outcomes. */
  outcomes?: readonly CallOutcome[];
  callType?: 'Outbound' | 'Transfer' | 'Text';
  /** Both included. */
  startTime?: { from: Date; to: Date };
  /** Both included. */
  finishTime?: { from: Date; to: Date };
  phoneNumber?: string;
  /** The calls that the brake counted for its last stop of each campaign. */
  brake?: boolean;
  /** The calls that the guard of abandonment counts. */
  abandoned?: boolean;
}

/** As `<Link>` and `navigate` take it. */
export function reportLink(wanted: ReportWanted) {
  return { to: reportPath, search: linkSearch(searchOf(wanted)) };
}

/** The router would put a text that is a number into quotation marks. */
export function plainValue(text: string): string | number {
  return String(Number(text)) === text ? Number(text) : text;
}

function searchOf(wanted: ReportWanted): Record<string, string | number | undefined> {
  const { campaigns, callLists, outcomes, callType, phoneNumber, brake, abandoned } = wanted;
  return {
    campaigns: campaigns && plainValue(campaigns.join(',')),
    callLists: callLists && plainValue(callLists.join(',')),
    outcome: outcomes?.join(','),
    callTypeName: callType,
    startTime: rangeOf(wanted.startTime),
    finishTime: rangeOf(wanted.finishTime),
    phoneNumber: phoneNumber && plainValue(phoneNumber),
    brake: brake ? brakeStopped : undefined,
    abandonment: abandoned ? countedAbandoned : undefined,
  };
}

const rangeOf = (range: ReportWanted['startTime']) =>
  range && `${range.from.toISOString()}~${range.to.toISOString()}`;
