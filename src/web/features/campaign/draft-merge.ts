/** How two changes of one campaign are compared, field by field (decision 055). */
import { pacingNames } from '#contract/agents.ts';
import type { CallerIdBucket } from '#contract/caller-id-bucket.ts';
import { callerIdTypeNames } from '#contract/campaign.ts';
import { broadcastCampaign, linkbackCampaign } from '#contract/voice-campaign.ts';
import type { VoiceMessage } from '#contract/voice-message.ts';
import { purposeNames } from '#domain/policy/policy-words.ts';
import { agentHoursInWords } from '#web/lib/agent-hours-words.ts';
import { weekdaysInWords } from '#web/lib/schedule-words.ts';
import type { DraftMerge } from '#web/ui/draft-conflict.ts';
import { rulesInWords } from '#web/ui/follow-ups/rules.ts';
import { type MergeField, mergeField, mergeFields } from '#web/ui/merge-drafts.ts';
import { type TypedTime, wallTimeOf } from './clock-time.ts';
import { type CampaignDraft, draftOf, labels, type VoiceType } from './draft.ts';

interface Named {
  messages: readonly VoiceMessage[];
  buckets: readonly CallerIdBucket[];
}

/** In the order of the form; a field that the type does not have is the same in both. */
export function campaignMerge(
  type: VoiceType,
  { messages, buckets }: Named,
): DraftMerge<CampaignDraft> {
  const message = (id: number) =>
    id === 0 ? 'No message' : (messages.find((one) => one.id === id)?.name ?? 'Another message');
  const schema = type === 'linkback' ? linkbackCampaign : broadcastCampaign;
  return {
    noun: 'campaign',
    read: (stored) => draftOf(schema.parse(stored)),
    fields: [
      ...mergeFields<CampaignDraft, keyof typeof labels>(labels, {
        oneCallPerAccount: shown('oneCallPerAccount', (on) => (on ? 'On' : 'Off')),
        purpose: shown('purpose', (one) => (one ? purposeNames[one] : 'As usual')),
        callerIdTypeId: callerIdField(buckets),
        customerMessageId: shown('customerMessageId', message),
        machineMessageId: shown('machineMessageId', message),
        agentMessageId: shown('agentMessageId', message),
        pacing: shown('pacing', (one) => pacingNames[one]),
        agentSchedule: shown('agentSchedule', (hours) => agentHoursInWords(hours) || 'None'),
        followUps: shown('followUps', (rules) => rulesInWords(rules, false)),
      }),
      ...autoFields('start'),
      ...autoFields('stop'),
    ],
  };
}

function shown<K extends keyof typeof labels>(key: K, show: (value: CampaignDraft[K]) => string) {
  return mergeField<CampaignDraft, K>(key, labels[key], show);
}

/** The type and its bucket belong together. */
function callerIdField(buckets: readonly CallerIdBucket[]): MergeField<CampaignDraft> {
  return {
    key: 'callerIdTypeId',
    label: labels.callerIdTypeId,
    value: ({ callerIdTypeId, rciBucketId }) => `${callerIdTypeId} ${rciBucketId}`,
    show: ({ callerIdTypeId, rciBucketId }) => {
      const names: Record<number, string> = callerIdTypeNames;
      const bucket = buckets.find((one) => one.rciBucketId === rciBucketId);
      return [names[callerIdTypeId ?? -1], bucket?.rciBucketSizeName].filter(Boolean).join(', ');
    },
    take: ({ callerIdTypeId, rciBucketId }, into) => {
      const { callerIdTypeId: _, ...rest } = into;
      return { ...rest, ...(callerIdTypeId === undefined ? {} : { callerIdTypeId }), rciBucketId };
    },
  };
}

function autoFields(kind: 'start' | 'stop'): MergeField<CampaignDraft>[] {
  return [
    {
      key: `${kind}Weekdays`,
      label: `Auto ${kind} weekdays`,
      value: (draft) => draft[kind].weekdays,
      show: (draft) => weekdaysInWords(draft[kind].weekdays) || 'None',
      take: (from, into) => ({
        ...into,
        [kind]: { ...into[kind], weekdays: from[kind].weekdays },
      }),
    },
    {
      key: `${kind}Time`,
      label: `Auto ${kind} time (ET)`,
      value: (draft) => wallTimeOf(draft[kind].time) ?? draft[kind].time.text,
      show: (draft) => timeInWords(draft[kind].time),
      take: (from, into) => ({ ...into, [kind]: { ...into[kind], time: from[kind].time } }),
    },
  ];
}

function timeInWords({ text, half }: TypedTime): string {
  return text.trim() === '' ? 'None' : `${text.trim()} ${half}`;
}
