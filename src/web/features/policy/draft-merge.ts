/** How two changes of one rule are compared (decision 055): its terms are one field. */
import { listedPolicyRule, type PolicyTerms } from '#contract/policy.ts';
import { placeName, purposeNames, termsWords } from '#domain/policy/policy-words.ts';
import type { DraftMerge } from '#web/ui/draft-conflict.ts';
import { type MergeField, mergeField } from '#web/ui/merge-drafts.ts';
import { draftOf, type RuleDraft, termsOf } from './draft.ts';
import { channelNames } from './words.ts';

type Named = readonly { campaignId: number; name: string }[];

export function ruleMerge(campaigns: Named): DraftMerge<RuleDraft> {
  const campaign = (id: number | null) =>
    id === null
      ? 'Every campaign'
      : (campaigns.find(({ campaignId }) => campaignId === id)?.name ?? 'Another campaign');
  return {
    noun: 'rule',
    read: (stored) => draftOf(listedPolicyRule.parse(stored)),
    fields: [
      terms,
      mergeField('channel', 'Channel', (one) => channelNames[one]),
      mergeField('purpose', 'Purpose', (one) => (one === '' ? 'Any' : purposeNames[one])),
      mergeField('campaignId', 'Campaign', campaign),
      place,
      mergeField('source', 'Source'),
      mergeField('sourceDate', 'Looked Up'),
    ],
  };
}

const terms: MergeField<RuleDraft> = {
  key: 'terms',
  label: 'Rule',
  value: (draft) => JSON.stringify(termsOf(draft)),
  show: (draft) => termsWords({ terms: termsOf(draft) as PolicyTerms, channel: draft.channel }),
  take: (from, into) => {
    const {
      kind,
      days,
      open,
      close,
      from: first,
      until,
      most,
      counts,
      of,
      length,
      unit,
      hours,
      consent,
      age,
      refused,
      untilChecked,
    } = from;
    return {
      ...into,
      ...{ kind, days, open, close, from: first, until, most, counts, of, length, unit, hours },
      ...{ consent, age, refused, untilChecked },
    };
  },
};

const place: MergeField<RuleDraft> = {
  key: 'place',
  label: 'Place',
  value: ({ country, state }) => `${country} ${state}`,
  show: ({ country, state }) =>
    placeName({ country: country || null, state: state || null }) ?? 'Anywhere',
  take: ({ country, state }, into) => ({ ...into, country, state }),
};
