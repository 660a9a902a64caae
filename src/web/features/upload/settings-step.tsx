import { useQuery } from '@tanstack/react-query';
import { callListTexts, listCallLists } from '#contract/call-list.ts';
import { listCampaigns } from '#contract/campaign.ts';
import { api } from '#web/lib/api.ts';
import { campaignChoices } from '#web/lib/campaign-choices.ts';
import { sameNameHint } from '#web/lib/list-name.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { ConsentFields } from '#web/ui/consent-fields.tsx';
import { Form } from '#web/ui/form-scope.tsx';
import { Loading } from '#web/ui/load-failure.tsx';
import { Section } from '#web/ui/page.tsx';
import { SearchableSelect } from '#web/ui/searchable-select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { Draft } from './draft.ts';
import { SinceField } from './since-field.tsx';
import styles from './upload.module.css';

interface SettingsStepProps {
  draft: Draft;
  /** It is being uploaded, or was: the list of that name is its own. */
  begun: boolean;
  onChange: (change: Partial<Draft>) => void;
  onSubmit: () => void;
}

/** Step 4: the list's name, its campaign, and which numbers are left out. */
export function SettingsStep({ draft, begun, onChange, onSubmit }: SettingsStepProps) {
  const { clientId } = useManager();
  const campaigns = useQuery({
    queryKey: queryKey(listCampaigns, { clientId }),
    queryFn: ({ signal }) => api(listCampaigns, { query: { clientId }, signal }),
  });
  const lists = useQuery({
    queryKey: queryKey(listCallLists, { clientId }),
    queryFn: ({ signal }) => api(listCallLists, { query: { clientId }, signal }),
    // It only warns: the server takes a second list of a name.
    throwOnError: false,
  });
  const none = campaigns.data?.length === 0;
  const same = begun ? undefined : sameNameHint(draft.name.trim(), lists.data ?? []);
  if (campaigns.isError && campaigns.data === undefined) return <Loading reads={[campaigns]} />;
  return (
    <Section>
      <Form className={styles.settings} onSubmit={onSubmit}>
        <TextField
          label="Contact List Name"
          required
          maxLength={255}
          autoComplete="off"
          value={draft.name}
          onChange={(name) => onChange({ name, nameGuessed: false })}
          hint={[draft.nameGuessed && "Guessed from the file's name.", same]
            .filter(Boolean)
            .join(' ')}
          error={draft.name.trim() === '' ? callListTexts.nameRequired : undefined}
        />
        <SearchableSelect
          label="Campaign"
          required
          value={draft.campaignId === 0 ? '' : String(draft.campaignId)}
          onChange={(value) => onChange({ campaignId: Number(value) })}
          choices={campaignChoices(campaigns.data ?? [])}
          error={draft.campaignId === 0 ? callListTexts.campaignRequired : undefined}
          hint={none && 'There are no campaigns yet. Create one under Campaigns first.'}
        />
        <div className={styles.switches}>
          <Switch
            label="Filter out duplicate phone numbers already on the list"
            checked={draft.withoutDuplicates}
            onChange={(withoutDuplicates) => onChange({ withoutDuplicates })}
          />
          <Switch
            label="Filter out phone numbers called since the chosen date"
            checked={draft.withoutCalled}
            onChange={(withoutCalled) => onChange({ withoutCalled })}
          />
          <SinceField
            disabled={!draft.withoutCalled}
            value={draft.calledSince}
            onChange={(calledSince) => onChange({ calledSince })}
          />
        </div>
        <ConsentFields
          value={draft.consent}
          onChange={(part) => onChange({ consent: { ...draft.consent, ...part } })}
        />
        <button type="submit" hidden>
          Upload and Finish
        </button>
      </Form>
    </Section>
  );
}
