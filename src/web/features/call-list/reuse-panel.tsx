import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallList, callListTexts, listCallLists, renewCallList } from '#contract/call-list.ts';
import { listCampaigns } from '#contract/campaign.ts';
import { api } from '#web/lib/api.ts';
import { campaignChoices } from '#web/lib/campaign-choices.ts';
import { formatNumber } from '#web/lib/format.ts';
import { sameNameHint } from '#web/lib/list-name.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { useWish } from '#web/lib/use-wish.ts';
import { Button } from '#web/ui/button.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { FieldFrame, useField } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form-scope.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { notify } from '#web/ui/notify.ts';
import { SaveButton } from '#web/ui/save-button.tsx';
import { SearchableSelect } from '#web/ui/searchable-select.tsx';
import { SidePanel } from '#web/ui/side-panel.tsx';
import { Checkbox } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useLeaving } from '#web/ui/unsaved-dialog.tsx';
import styles from './page.module.css';
import { useRenewalCounts } from './renewal-count.ts';
import { renewalSentence } from './renewal-words.ts';

interface ReusePanelProps {
  list: CallList;
  lists: readonly CallList[];
  onClose: () => void;
}

const filterLabels = {
  filterOptionNotCalled: 'All Numbers not called',
  filterOptionCalledAnswered: 'All Numbers Called and Answered',
  filterOptionCalledNotAnswered: 'All Numbers Called and Not answered',
} as const;
type Filters = Record<keyof typeof filterLabels, boolean>;
const filterNames = Object.keys(filterLabels) as (keyof Filters)[];

/** Creates a list of the numbers of a closed list that can be called now. */
export function ReusePanel({ list, lists, onClose }: ReusePanelProps) {
  const { clientId } = useManager();
  const [name, setName] = useState('');
  const [campaignId, setCampaignId] = useState(list.campaignId);
  const [filters, setFilters] = useState<Filters>({
    filterOptionNotCalled: true,
    filterOptionCalledAnswered: true,
    filterOptionCalledNotAnswered: true,
  });
  const campaigns = useQuery({
    queryKey: queryKey(listCampaigns, { clientId }),
    queryFn: ({ signal }) => api(listCampaigns, { query: { clientId }, signal }),
    throwOnError: false,
  });
  const isOn = (key: keyof Filters) => filters[key];
  const known = campaigns.data?.some((campaign) => campaign.campaignId === campaignId);
  const renew = useRenew(list, onClose);
  const wishOf = useWish<Choice>();
  const typed = name !== '' || campaignId !== list.campaignId || !filterNames.every(isOn);
  const { leave, question } = useLeaving(typed && !renew.isSuccess, 'new list', onClose);

  const problems = {
    name: name.trim() === '' ? callListTexts.nameRequired : undefined,
    campaign: known ? undefined : callListTexts.renewCampaign,
    filter: filterNames.some(isOn) ? undefined : callListTexts.renewFilter,
  };
  const save = () => {
    if (problems.name ?? problems.campaign ?? problems.filter) return;
    renew.mutate(wishOf({ newCalllistName: name.trim(), campaignId, ...filters }));
  };

  return (
    <SidePanel title="Reuse Contact List" width={368} onClose={leave} takeFocus>
      <Form className={styles.form} onSubmit={save}>
        {renew.isError && <ErrorBand>{messageOf(renew.error)}</ErrorBand>}
        <p className={styles.base}>
          Creates a list of the numbers in <strong>{list.originalFileName}</strong> that can be
          called now.
        </p>
        <TextField
          label="Contact List Name"
          required
          size="sm"
          maxLength={255}
          value={name}
          onChange={setName}
          error={problems.name}
          hint={sameNameHint(name.trim(), lists)}
        />
        <SearchableSelect
          label="Campaign"
          required
          size="sm"
          value={known ? String(campaignId) : ''}
          onChange={(value) => setCampaignId(Number(value))}
          choices={campaignChoices(campaigns.data ?? [])}
          error={problems.campaign}
          errorNow={campaigns.isError ? messageOf(campaigns.error) : undefined}
        />
        <FilterChoice list={list} filters={filters} onChange={setFilters} error={problems.filter} />
        <div className={styles.buttons}>
          <Button size="sm" onClick={leave}>
            Cancel
          </Button>
          <SaveButton
            size="sm"
            busy={renew.isPending}
            problems={[problems.name, problems.campaign, problems.filter]}
          >
            Reuse
          </SaveButton>
        </div>
      </Form>
      {question}
    </SidePanel>
  );
}

type Choice = Filters & { newCalllistName: string; campaignId: number };

function useRenew(list: CallList, onDone: () => void) {
  const client = useQueryClient();
  const { clientId } = useManager();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (choice: Choice) =>
      api(renewCallList, {
        params: { id: list.callListId },
        body: { calllistId: list.callListId, clientId, ...choice },
        intent: choice,
      }),
    onSuccess: async (_, { newCalllistName }) => {
      const lists = queryKey(listCallLists, { clientId });
      await client.invalidateQueries({ queryKey: lists });
      // The documents' response does not name the new list: it is the newest of its original.
      const made = client
        .getQueryData<readonly CallList[]>(lists)
        ?.filter(({ originalCallListId }) => originalCallListId === list.callListId)
        .toSorted((one, other) => one.created.localeCompare(other.created))
        .at(-1);
      notify({
        text: `The contact list ${newCalllistName} was created.`,
        // The new list alone, whatever the list of lists shows now.
        link: {
          label: 'Show it',
          href: '/main/calllist',
          ...(made && { search: { callListId: made.callListId } }),
        },
      });
      onDone();
    },
  });
}

interface FilterChoiceProps {
  list: CallList;
  filters: Filters;
  onChange: (filters: Filters) => void;
  error: string | undefined;
}

/** Each filter with what it would give now, and below them what the new list will have. */
function FilterChoice({ list, filters, onChange, error }: FilterChoiceProps) {
  const counts = useRenewalCounts(list);
  // Errors show at once: a group of checkboxes has no field to leave first.
  const given = { label: 'Numbers', required: true, errorNow: error };
  const field = useField(given);
  return (
    <FieldFrame field={field} given={given} group>
      <div className={styles.filters}>
        {filterNames.map((key) => (
          <div key={key} className={styles.filter}>
            <Checkbox
              label={filterLabels[key]}
              checked={filters[key]}
              onChange={(on) => onChange({ ...filters, [key]: on })}
            />
            {counts && <span>{formatNumber(counts[key])}</span>}
          </div>
        ))}
      </div>
      {counts && error === undefined && (
        <p className={styles.base} role="status">
          {renewalSentence(
            counts,
            filterNames.filter((key) => filters[key]),
          )}
        </p>
      )}
    </FieldFrame>
  );
}
