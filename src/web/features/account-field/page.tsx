import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AccountField,
  accountFieldTexts,
  listAccountFields,
  maxAccountFields,
} from '#contract/account-field.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import { columns, FieldCompact } from './columns.tsx';
import { type Draft, draftOf, FieldForm, newDraft } from './field-form.tsx';

/** The labels of the data columns that a client adds to the eleven fixed ones. */
export function AccountFieldPage() {
  const { clientId } = useManager();
  const [edited, setEdited] = useState<Draft>();
  const query = useQuery({
    queryKey: queryKey(listAccountFields, { clientId }),
    queryFn: ({ signal }) => api(listAccountFields, { query: { clientId }, signal }),
  });
  const fields = query.data;
  const edit = (field: AccountField) => setEdited(draftOf(field));
  const addButton = (
    <Button
      variant="filled"
      icon={PlusIcon}
      reason={refusalOf(fields, edited)}
      onClick={() => setEdited(newDraft)}
    >
      Add New
    </Button>
  );
  const nothingYet = fields?.length === 0;
  return (
    <Page
      title="Account Fields"
      sentence={sentenceOf(fields)}
      actions={nothingYet ? undefined : addButton}
    >
      {edited && (
        <FieldForm
          key={edited.id}
          field={edited}
          others={fields ?? []}
          onClose={() => setEdited(undefined)}
        />
      )}
      <DataTable
        label="Account fields"
        columns={columns}
        rows={fields}
        rowKey={(field) => field.id}
        rowName={(field) => field.name}
        selectedKey={edited?.id}
        actions={(field) => [
          {
            label: 'Edit',
            hint: 'Enter',
            reason: edited && edited.id !== field.id ? finishFirst : undefined,
            onSelect: () => edit(field),
          },
        ]}
        compact={(field) => <FieldCompact field={field} />}
        failure={refreshFailure(query)}
        empty={{
          title: 'No account fields yet',
          sentence:
            'A field labels a column in your contact files, such as a balance or a due date.',
          action: edited ? undefined : addButton,
        }}
      />
    </Page>
  );
}

const finishFirst = 'Save or cancel the open field first.';

function refusalOf(fields: readonly AccountField[] | undefined, edited: Draft | undefined) {
  if (!fields) return 'Loading the fields.';
  if (fields.length >= maxAccountFields) return accountFieldTexts.tooMany;
  return edited ? finishFirst : undefined;
}

/** Says at once, not only on hover, why no field can be added. */
function sentenceOf(fields: readonly AccountField[] | undefined): string {
  if (fields && fields.length >= maxAccountFields) return accountFieldTexts.tooMany;
  return 'Labels for columns in your contact files beyond the standard ones such as name and address.';
}
