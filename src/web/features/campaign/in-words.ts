/** A voice campaign's form as a person would say it; what is missing reads "no message yet". */

import { agentSchedule as agentScheduleRule } from '#contract/agents.ts';
import type { CallerIdBucket } from '#contract/caller-id-bucket.ts';
import { callerIdType } from '#contract/campaign.ts';
import type { VoiceMessage } from '#contract/voice-message.ts';
import { agentHoursInWords } from '#web/lib/agent-hours-words.ts';
import { formatDuration, formatNumber } from '#web/lib/format.ts';
import { phoneLength } from '#web/lib/phone-input.ts';
import { counted } from '#web/lib/plural.ts';
import { clockInWords, weekdaysInWords } from '#web/lib/schedule-words.ts';
import type { Piece } from '#web/ui/words.tsx';
import { wallTimeOf } from './clock-time.ts';
import type { AutoDraft, CampaignDraft } from './draft.ts';

export interface Chosen {
  messages: readonly Pick<VoiceMessage, 'id' | 'name' | 'duration'>[];
  buckets: readonly Pick<CallerIdBucket, 'rciBucketId' | 'name'>[];
}

/** One sentence for each paragraph. */
export function campaignWords(draft: CampaignDraft, chosen: Chosen): Piece[][] {
  const calls = [...paceOf(draft), ' ', ...callerOf(draft, chosen), ', ', ...timesOf(draft)];
  const sentences: Piece[][] = [[...calls, ', playing ', ...playsOf(draft, chosen)]];
  if (draft.type === 'linkback') sentences.push(linkbackOf(draft, chosen));
  sentences.push([
    'Each person is called only during the calling hours where they live',
    draft.oneCallPerAccount
      ? '; once one number of an account is answered, its others are not called.'
      : '.',
  ]);
  return sentences;
}

function playsOf({ customerMessageId, machineMessageId }: CampaignDraft, chosen: Chosen): Piece[] {
  const toPeople = messageOf(customerMessageId, chosen);
  if (customerMessageId !== 0 && customerMessageId === machineMessageId) {
    return [...toPeople, ' to people and machines.'];
  }
  return [...toPeople, ' to people and ', ...messageOf(machineMessageId, chosen), ' to machines.'];
}

function paceOf(draft: CampaignDraft): Piece[] {
  const { type, pacing, callsPerMinute, callRatio, agentCount } = draft;
  if (type === 'broadcast') {
    return [
      ...peopleAt(callsPerMinute, 'no rate yet'),
      isNumber(callsPerMinute) ? ' a minute' : '',
    ];
  }
  const agents: Piece = isNumber(agentCount)
    ? { value: counted(agentCount, 'agent') }
    : { missing: 'no agents yet' };
  if (pacing === 'adaptive') {
    return ['Calls as many people as 3 % abandoned calls afford for ', agents];
  }
  return [...peopleAt(callRatio, 'no ratio yet'), ' for each free one of ', agents];
}

function peopleAt(count: number | undefined, missing: string): Piece[] {
  if (!isNumber(count)) return ['Calls people at ', { missing }];
  const value = Number.isInteger(count) ? formatNumber(count) : String(count);
  return ['Calls ', { value }, count === 1 ? ' person' : ' people'];
}

/** A number that the form refuses is none. */
function isNumber(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value > 0;
}

function callerOf(draft: CampaignDraft, { buckets }: Chosen): Piece[] {
  switch (draft.callerIdTypeId) {
    case callerIdType.none:
      return ["from the carrier account's own number"];
    case callerIdType.hide:
      return ['with the number withheld'];
    case callerIdType.dynamic: {
      const bucket = buckets.find((one) => one.rciBucketId === draft.rciBucketId);
      const name: Piece = bucket ? { value: bucket.name } : { missing: 'no bucket yet' };
      return ['from numbers of ', name];
    }
    default:
      return ['from ', phone(draft.callerIdNumber)];
  }
}

function phone(typed: string): Piece {
  return typed.length === phoneLength ? { value: typed } : { missing: 'no number yet' };
}

/** "Mon–Fri 9 AM to 8 PM Eastern", "when somebody starts it". */
function timesOf({ start, stop }: CampaignDraft): Piece[] {
  const starts = momentOf(start);
  const stops = momentOf(stop);
  if (!starts && !stops) return ['when somebody starts it'];
  if (!stops) return ['from ', starts ?? '', ' Eastern until somebody stops it'];
  if (!starts) return ['when somebody starts it, until ', stops, ' Eastern'];
  const [from = '', until = ''] = [wallTimeOf(start.time), wallTimeOf(stop.time)];
  if (start.weekdays === stop.weekdays && from < until) {
    return [{ value: `${starts.value} to ${clockInWords(until)}` }, ' Eastern'];
  }
  return ['from ', starts, ' until ', stops, ' Eastern'];
}

function momentOf({ weekdays, time }: AutoDraft): { value: string } | undefined {
  const wallTime = wallTimeOf(time);
  const days = weekdaysInWords(weekdays);
  return wallTime && days !== '' ? { value: `${days} ${clockInWords(wallTime)}` } : undefined;
}

function messageOf(id: number, { messages }: Chosen): Piece[] {
  const message = messages.find((one) => one.id === id);
  if (!message) return [{ missing: 'no message yet' }];
  const length = message.duration === null ? '' : `, ${formatDuration(message.duration)},`;
  return [{ value: message.name }, length];
}

/** " On duty: 12 agents Mon–Fri 9 AM to 5 PM Eastern." while every line is whole. */
function hoursOf({ agentSchedule }: CampaignDraft): Piece[] {
  if (!agentScheduleRule.safeParse(agentSchedule).success || agentSchedule.length === 0) return [];
  return [' On duty: ', { value: agentHoursInWords(agentSchedule) }, ' Eastern.'];
}

function linkbackOf(draft: CampaignDraft, chosen: Chosen): Piece[] {
  return [
    'Anyone who presses 1 is connected to ',
    phone(draft.linkbackNumber),
    ', where the agent first hears ',
    ...messageOf(draft.agentMessageId, chosen).slice(0, 1),
    '.',
    ...hoursOf(draft),
  ];
}
