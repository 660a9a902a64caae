/** Whether a campaign runs, at what pace, and what its schedule does next today. */
import { type Campaign, completedName, runStatus } from '#contract/campaign.ts';
import { counted } from './plural.ts';

export function isCompleted(campaign: Pick<Campaign, 'campaignStatusName'>): boolean {
  return campaign.campaignStatusName === completedName;
}

/** Running and Starting offer Stop, Stopping and Stopped offer Start. */
export function offersStop(statusId: number): boolean {
  return statusId === runStatus.running || statusId === runStatus.starting;
}

type Pace = Pick<
  Campaign,
  'callsPerMinute' | 'pacing' | 'agentCount' | 'agentsOnDuty' | 'callRatio' | 'textPerMinute'
>;

/** "60 calls a minute", "for 12 agents, 1.5 calls for each available agent"; '' if unknown. */
export function paceInWords(campaign: Pace): string {
  const { callsPerMinute, pacing, agentCount, callRatio, textPerMinute } = campaign;
  const agents = campaign.agentsOnDuty ?? agentCount;
  if (agents !== undefined && pacing === 'adaptive') {
    return `for ${counted(agents, 'agent')}, as many calls as 3 % abandoned calls afford`;
  }
  if (agents !== undefined && callRatio !== undefined) {
    const calls = callRatio === 1 ? '1 call' : `${callRatio} calls`;
    return `for ${counted(agents, 'agent')}, ${calls} for each available agent`;
  }
  if (textPerMinute !== undefined) return `${counted(textPerMinute, 'text')} a minute`;
  return callsPerMinute === undefined ? '' : `${counted(callsPerMinute, 'call')} a minute`;
}

/** Attempts a minute; undefined for a Linkback, whose agents set its pace. */
export function perMinute({ callsPerMinute, textPerMinute }: Pace): number | undefined {
  return textPerMinute ?? callsPerMinute;
}

type Scheduled = Pick<
  Campaign,
  | 'campaignStatusId'
  | 'startTime'
  | 'stopTime'
  | 'startAutomatically'
  | 'stopAutomatically'
  | 'startWeekdays'
  | 'stopWeekdays'
>;

/** The automatic start or stop that is still to come on the Eastern day of `now`, if any. */
export function autoToday(campaign: Scheduled, now: Date): string | undefined {
  return offersStop(campaign.campaignStatusId)
    ? stopToday(campaign, now)
    : ahead(campaign.startAutomatically, campaign.startTime, campaign.startWeekdays, now);
}

/** Its automatic stop that is still to come on the Eastern day of `now`. */
export function stopToday(campaign: Scheduled, now: Date): string | undefined {
  return ahead(campaign.stopAutomatically, campaign.stopTime, campaign.stopWeekdays, now);
}

function ahead(on: boolean, time: string | null, weekdays: string, now: Date): string | undefined {
  if (!on || time === null || Date.parse(time) <= now.getTime()) return undefined;
  const ticked = weekdays.charAt(mondayFirst.indexOf(weekday.format(now))) === '1';
  return ticked ? time : undefined;
}

const weekday = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'short',
});
const mondayFirst = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
