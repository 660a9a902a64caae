import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { findPreviewAccount, findWorstAccounts } from '#contract/message-preview.ts';
import {
  listSpokenKinds,
  type SpokenKind,
  setSpokenKind,
  spokenKind,
  spokenKindNames,
  spokenKinds,
} from '#contract/spoken-kind.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useRefusal } from '#web/lib/rights.ts';
import { useManager } from '#web/lib/session.ts';
import { messageOf } from '../error-message.ts';
import { notify } from '../notify.ts';
import { SelectField } from '../select-field.tsx';

interface SpokenKindFieldProps {
  /** Mapping id of the account field. */
  fieldId: number;
  fieldName: string;
  /** What its mask leaves is said in one way. */
  masked: boolean;
  /** After a change: sounds from before are of no use. */
  onChanged?: () => void;
}

const guessed = '';

/**
 * How the values of an account field are said. It belongs to the field, not to the step or form that
 * it stands in: a choice is saved at once.
 */
export function SpokenKindField({ fieldId, fieldName, masked, onChanged }: SpokenKindFieldProps) {
  const query = { clientId: useManager().clientId };
  const { data } = useQuery({
    queryKey: queryKey(listSpokenKinds, query),
    queryFn: ({ signal }) => api(listSpokenKinds, { query, signal }),
    enabled: !masked,
    // Without it the field is not shown: everything else of the form works.
    throwOnError: false,
    meta: { ownErrors: true },
  });
  const save = useSave(fieldId, fieldName, onChanged);
  const refusal = useRefusal('manager');
  const own = data?.find(({ id }) => id === fieldId);
  if (masked || !own) return null;
  return (
    <SelectField
      label="Said as"
      size="sm"
      clearable
      placeholder={`${spokenKindNames[own.guess].name} (guessed)`}
      value={own.chosen ? own.spokenKind : guessed}
      choices={spokenKinds.map((value) => ({ value, label: spokenKindNames[value].name }))}
      hint={`${spokenKindNames[own.spokenKind].example}. Saved at once, for every message.`}
      disabled={refusal !== undefined || save.isPending}
      errorNow={save.isError ? messageOf(save.error) : undefined}
      onChange={(value) => save.mutate(value === guessed ? null : spokenKind.parse(value))}
    />
  );
}

function useSave(fieldId: number, fieldName: string, onChanged: (() => void) | undefined) {
  const client = useQueryClient();
  const { clientId } = useManager();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (kind: SpokenKind | null) =>
      api(setSpokenKind, {
        params: { fieldId },
        body: { clientId, spokenKind: kind },
      }),
    onSuccess: async (_, kind) => {
      onChanged?.();
      const as = kind ? `as: ${spokenKindNames[kind].name}` : 'as it is guessed';
      notify({ text: `${fieldName} is now said ${as}.` });
      await Promise.all(
        [listSpokenKinds, findPreviewAccount, findWorstAccounts].map((operation) =>
          client.invalidateQueries({ queryKey: queryKey(operation) }),
        ),
      );
    },
  });
}
