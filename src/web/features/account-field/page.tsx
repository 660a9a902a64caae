import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type AccountField,
  accountFieldTexts,
  listAccountFields,
  maxAccountFields,
} from '#contract/account-field.ts';
import { api } from '#web/lib/api.ts';
import { changedSearch } from '#web/lib/link-search.ts';
import { matchesWords } from '#web/lib/names.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import { type ListAddress, useListAddress } from '#web/ui/list-address.ts';
import { ListToolbar } from '#web/ui/list-toolbar.tsx';
import { MissingPage } from '#web/ui/missing-record.tsx';
import { noneFound } from '#web/ui/none-found.tsx';
import { Page } from '#web/ui/page.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import { columns, FieldCompact } from './columns.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { type Draft, draftOf, FieldForm, newDraft } from './field-form.tsx';

/** The labels of the data columns that a client adds to the eleven fixed ones; a link to one that is gone says so. */
export function AccountFieldPage() {
  const [id = 0] = useEdited();
  const { data, isFetching } = useFieldList();
  const isMissing = id > 0 && data?.every((field) => field.id !== id);
  if (!isMissing || isFetching) return <FieldList />;
  const back = { label: 'Back to Account Fields', to: '/main/customfields' } as const;
  return <MissingPage title="Account Fields" what="This account field" back={back} />;
}

function FieldList() {
  const [edited, setEdited] = useEdited();
  const [deleting, setDeleting] = useState<AccountField>();
  const address = useListAddress(['used']);
  const { query, fields, rows } = useFields(address);
  const open = openedField(edited, fields);
  const addButton = (
    <Button
      changes
      variant="filled"
      icon={PlusIcon}
      reason={refusalOf(fields, open)}
      onClick={() => setEdited(newDraft.id)}
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
      toolbar={
        !nothingYet && (
          <ListToolbar
            address={address}
            find="Find by name"
            filters={[usedFilter]}
            found={rows?.length}
            total={fields?.length}
            noun={['field', 'fields']}
          />
        )
      }
    >
      {open && (
        <FieldForm
          key={open.id}
          field={open}
          others={fields ?? []}
          onClose={() => setEdited(undefined)}
        />
      )}
      <DataTable
        label="Account fields"
        columns={columns}
        rows={rows}
        address={address}
        rowKey={(field) => field.id}
        rowName={(field) => field.name}
        selectedKey={open?.id}
        actions={(field) => [
          {
            label: 'Edit',
            hint: 'Enter',
            reason: open && open.id !== field.id ? finishFirst : undefined,
            onSelect: () => setEdited(field.id),
          },
          {
            label: 'Delete',
            changes: true,
            danger: true,
            separated: true,
            reason: field.used ? accountFieldTexts.inUse : open && finishFirst,
            onSelect: () => setDeleting(field),
          },
        ]}
        compact={(field) => <FieldCompact field={field} />}
        failure={refreshFailure(query)}
        empty={
          nothingYet
            ? { ...noFields, action: open ? undefined : addButton }
            : noneFound('account field', address.showAll)
        }
      />
      <DeleteDialog field={deleting} onClose={() => setDeleting(undefined)} />
    </Page>
  );
}

const noFields = {
  title: 'No account fields yet',
  sentence: 'A field labels a column in your contact files, such as a balance or a due date.',
};

function useFieldList() {
  const { clientId } = useManager();
  return useQuery({
    queryKey: queryKey(listAccountFields, { clientId }),
    queryFn: ({ signal }) => api(listAccountFields, { query: { clientId }, signal }),
  });
}

/** All of them, and those that the search and the filter show. */
function useFields({ find, filter }: ListAddress) {
  const query = useFieldList();
  const used = filter('used');
  const fields = query.data;
  const rows = fields?.filter(
    (field) => (used === '' || field.used === (used === 'yes')) && matchesWords(find, [field.name]),
  );
  return { query, fields, rows };
}

/** `?fieldId=7` opens the form of that field, `?fieldId=0` that of a new one. */
function useEdited() {
  const navigate = useNavigate();
  const { fieldId } = useSearch({ strict: false }) as { fieldId?: unknown };
  const open = (id: number | undefined) =>
    void navigate({
      to: '/main/customfields',
      search: changedSearch({ fieldId: id }),
      ignoreBlocker: id === undefined,
      replace: true,
    });
  return [typeof fieldId === 'number' ? fieldId : undefined, open] as const;
}

function openedField(
  id: number | undefined,
  fields: readonly AccountField[] | undefined,
): Draft | undefined {
  if (id === newDraft.id) return newDraft;
  const field = fields?.find((one) => one.id === id);
  return field && draftOf(field);
}

const usedFilter = {
  name: 'used',
  label: 'In Use',
  all: 'In use or not',
  choices: [
    { value: 'yes', label: 'In use' },
    { value: 'no', label: 'Not in use' },
  ],
};

const finishFirst = 'Save or cancel the open field first.';

function refusalOf(fields: readonly AccountField[] | undefined, open: Draft | undefined) {
  if (!fields) return 'Loading the fields.';
  if (fields.length >= maxAccountFields) return accountFieldTexts.tooMany;
  return open ? finishFirst : undefined;
}

/** Says at once, not only on hover, why no field can be added. */
function sentenceOf(fields: readonly AccountField[] | undefined): string {
  if (fields && fields.length >= maxAccountFields) return accountFieldTexts.tooMany;
  return 'Labels for columns in your contact files beyond the standard ones such as name and address.';
}
