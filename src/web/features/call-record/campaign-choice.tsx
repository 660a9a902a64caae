import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listCampaigns } from '#contract/campaign.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { FieldFrame, useField } from '#web/ui/field.tsx';
import { Checkbox } from '#web/ui/switch.tsx';
import { SearchField } from '#web/ui/text-field.tsx';
import styles from './filter-bar.module.css';

interface CampaignChoiceProps {
  /** Names by id. */
  chosen: Record<string, string>;
  onChange: (chosen: Record<string, string>) => void;
  error: string | undefined;
}

/** More campaigns than this get a search. */
const few = 8;

export function CampaignChoice({ chosen, onChange, error }: CampaignChoiceProps) {
  const { clientId } = useManager();
  const [search, setSearch] = useState('');
  const query = useQuery({
    queryKey: queryKey(listCampaigns, { clientId }),
    queryFn: ({ signal }) => api(listCampaigns, { query: { clientId }, signal }),
    throwOnError: false,
  });
  const failure = query.isError ? messageOf(query.error) : undefined;
  const given = { label: 'Filter By Campaign', error, errorNow: failure };
  const field = useField(given);
  const campaigns = query.data ?? [];
  const shown = campaigns.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));

  const toggle = (id: number, name: string, on: boolean) => {
    const { [id]: _, ...others } = chosen;
    onChange(on ? { ...chosen, [id]: name } : others);
  };

  return (
    <FieldFrame field={field} given={given} group>
      {campaigns.length > few && (
        <SearchField
          className={styles.search ?? ''}
          label="Find a campaign"
          value={search}
          onChange={setSearch}
        />
      )}
      <div className={styles.campaigns}>
        {query.isPending && <p>Loading ...</p>}
        {query.isSuccess && shown.length === 0 && <p>No campaign found.</p>}
        {shown.map(({ campaignId, name }) => (
          <Checkbox
            key={campaignId}
            label={name}
            checked={chosen[campaignId] !== undefined}
            onChange={(on) => toggle(campaignId, name, on)}
          />
        ))}
      </div>
    </FieldFrame>
  );
}
