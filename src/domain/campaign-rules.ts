/** The rules of a voice campaign (document 1 section 5), for the editor and the server alike. */
import { callerIdType, campaignLimits, campaignTexts } from '#contract/campaign.ts';
import type { FieldError } from '#contract/errors.ts';
import { ownNumberProblem } from './dialing.ts';
import { storedPhone } from './phone.ts';

/** What both editors hold; what is not filled in is undefined, 0, '' or null. */
export interface VoiceCampaignDraft {
  name: string;
  callerIdNumber: string;
  callerIdTypeId: number | undefined;
  rciBucketId?: number | null | undefined;
  startWeekdays: string;
  /** An instant or a wall time: only whether it is there matters. */
  startTime?: string | null | undefined;
  stopWeekdays: string;
  stopTime?: string | null | undefined;
}

export interface BroadcastDraft extends VoiceCampaignDraft {
  callsPerMinute: number | undefined;
}

export interface LinkbackDraft extends VoiceCampaignDraft {
  callRatio: number | undefined;
  agentCount: number | undefined;
  linkbackNumber: string;
}

/**
 * Every broken rule of a Broadcast, in the order of its form.
 *
 * @param countries whose numbers the client may use; only the server knows them
 */
export function broadcastErrors(
  draft: BroadcastDraft,
  countries?: readonly string[],
): FieldError[] {
  return listed([
    ['name', nameError(draft.name)],
    ['callsPerMinute', inRange(draft, 'callsPerMinute')],
    ...commonErrors(draft, countries),
  ]);
}

/** Every broken rule of a Linkback, as of a Broadcast. */
export function linkbackErrors(draft: LinkbackDraft, countries?: readonly string[]): FieldError[] {
  return listed([
    ['name', nameError(draft.name)],
    ['callRatio', inRange(draft, 'callRatio')],
    ['agentCount', inRange(draft, 'agentCount')],
    ['linkbackNumber', phoneError(draft.linkbackNumber, countries)],
    ...commonErrors(draft, countries),
  ]);
}

type Finding = [path: string, message: string | undefined];

function commonErrors(draft: VoiceCampaignDraft, countries?: readonly string[]): Finding[] {
  const { callerIdTypeId, rciBucketId, startWeekdays, stopWeekdays } = draft;
  const noBucket = callerIdTypeId === callerIdType.dynamic && !rciBucketId;
  const noStart = anyDay(startWeekdays) && !draft.startTime;
  const noStop = anyDay(stopWeekdays) && !draft.stopTime;
  return [
    ['callerIdNumber', phoneError(draft.callerIdNumber, countries)],
    ['callerIdTypeId', callerIdTypeId === undefined ? campaignTexts.callerIdRequired : undefined],
    ['rciBucketId', noBucket ? campaignTexts.bucketRequired : undefined],
    ['startTime', noStart ? campaignTexts.startTimeRequired : undefined],
    ['stopTime', noStop ? campaignTexts.stopTimeRequired : undefined],
  ];
}

/** Whether any of the seven days is ticked. */
export function anyDay(weekdays: string): boolean {
  return weekdays.includes('1');
}

function nameError(name: string): string | undefined {
  return name.trim() === '' ? campaignTexts.nameRequired : undefined;
}

function inRange<K extends keyof typeof campaignLimits>(
  draft: Record<K, number | undefined>,
  field: K,
): string | undefined {
  const value = draft[field];
  if (value === undefined || !(value > 0)) return campaignTexts[field];
  return value > campaignLimits[field] ? campaignTexts[`${field}Most`] : undefined;
}

function phoneError(typed: string, countries?: readonly string[]): string | undefined {
  if (typed.trim() === '') return campaignTexts.phoneRequired;
  const digits = typed.replace(/\D/g, '');
  const complete = digits.length === 10 || (digits.length === 11 && digits.startsWith('1'));
  if (!complete) return campaignTexts.phoneDigits;
  const phone = storedPhone(typed);
  return phone === undefined ? campaignTexts.phoneInvalid : ownNumberProblem(phone, countries);
}

function listed(findings: Finding[]): FieldError[] {
  return findings.flatMap(([path, message]) => (message ? [{ path, message }] : []));
}
