import { policyChannels, purposes } from '#contract/policy.ts';
import { purposeNames } from '#domain/policy/policy-words.ts';
import { SearchableSelect } from '#web/ui/searchable-select.tsx';
import { type Choice, SelectField } from '#web/ui/select-field.tsx';
import type { FormFields } from '#web/ui/use-draft-form.ts';
import type { RuleDraft } from './draft.ts';
import { channelNames, placeChoices, placeOf, placeValue } from './words.ts';

interface ScopeFieldsProps {
  form: FormFields<RuleDraft>;
  campaigns: readonly Choice[];
}

const purposeChoices = purposes.map((value) => ({ value, label: purposeNames[value] }));
const channelChoices = policyChannels
  .map((value) => ({ value, label: channelNames[value] }))
  .toReversed();

/** Whom the rule is about. */
export function ScopeFields({ form, campaigns }: ScopeFieldsProps) {
  const { draft, change, refusalAt } = form;
  const { kind, channel, purpose, campaignId, country, state } = draft;
  const together = kind === 'limit' && channel === 'any';
  return (
    <>
      <SelectField
        label="Channel"
        hint={together ? 'Calls and texts are counted together.' : undefined}
        choices={channelChoices}
        value={channel}
        onChange={(value) =>
          change({ channel: policyChannels.find((one) => one === value) ?? 'any' })
        }
      />
      <SearchableSelect
        label="Place"
        hint="A number that may be in several states keeps the rules of each."
        clearable
        placeholder="Anywhere"
        choices={placeChoices}
        value={placeValue({ country: country || null, state: state || null })}
        errorNow={refusalAt('state') ?? refusalAt('country')}
        onChange={(value) => {
          const place = placeOf(value);
          change({ country: place.country ?? '', state: place.state ?? '' });
        }}
      />
      <SelectField
        label="Purpose of the Campaigns"
        clearable
        placeholder="Any purpose"
        choices={purposeChoices}
        value={purpose}
        onChange={(value) => change({ purpose: purposes.find((one) => one === value) ?? '' })}
      />
      <SearchableSelect
        label="Campaign"
        clearable
        placeholder="Every campaign"
        choices={campaigns}
        value={campaignId === null ? '' : String(campaignId)}
        onChange={(value) => change({ campaignId: value === '' ? null : Number(value) })}
      />
    </>
  );
}
