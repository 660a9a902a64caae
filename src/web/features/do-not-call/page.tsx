import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type DoNotCallEntry, doNotCallTexts } from '#contract/do-not-call.ts';
import { historyOf } from '#web/lib/audit-link.ts';
import { isErased, listedPhone } from '#web/lib/erased-number.ts';
import { linkSearch } from '#web/lib/link-search.ts';
import { counted } from '#web/lib/plural.ts';
import { useRefusal } from '#web/lib/rights.ts';
import { Button } from '#web/ui/button.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import { type ListAddress, useListAddress } from '#web/ui/list-address.ts';
import { RowCount, smallest } from '#web/ui/list-toolbar.tsx';
import { deletion, type MenuItem } from '#web/ui/menu.tsx';
import { Page } from '#web/ui/page.tsx';
import { UploadIcon } from '#web/ui/screen-icons.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import { SearchField } from '#web/ui/text-field.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { AddPanel } from './add-panel.tsx';
import { columns, EntryCompact, sourceNames } from './columns.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { ExportButton } from './export-button.tsx';
import { FoundCount } from './found-count.tsx';
import { LiftedNumbers } from './lifted-numbers.tsx';
import styles from './page.module.css';
import { UploadDialog } from './upload-dialog.tsx';
import { firstLimit, sourceFilter, useSearch } from './use-search.ts';

/** The numbers that are never called, and a panel that adds one. */
export function DoNotCallPage() {
  const narrow = useMedia('(width < 900px)');
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<DoNotCallEntry>();
  const address = useListAddress([sourceFilter], { searchCuts: true });
  const search = useSearch(address);
  const { query, rows, ordered } = search;
  const [uploading, setUploading] = useState(false);

  const actions = useActions(setDeleting);
  return (
    <Page
      title="Do Not Call"
      sentence="Numbers on this list are neither called nor texted by any campaign."
      times
      actions={
        <>
          {!adding && <LiftedNumbers />}
          {!adding && (
            <>
              <Button changes icon={UploadIcon} onClick={() => setUploading(true)}>
                Upload
              </Button>
              <ExportButton />
            </>
          )}
          {narrow && !adding && (
            <Button changes variant="filled" icon={PlusIcon} onClick={() => setAdding(true)}>
              Add Phone
            </Button>
          )}
        </>
      }
      toolbar={
        // On a narrow screen the panel replaces the list.
        !(narrow && adding) && (
          <>
            <SearchField label="Find by digits" value={address.find} onChange={address.setFind} />
            <SourceFilter address={address} />
            {rows && rows.length > 0 && <Found address={address} search={search} />}
          </>
        )
      }
      aside={
        (!narrow || adding) && <AddPanel onClose={narrow ? () => setAdding(false) : undefined} />
      }
    >
      <DataTable
        label="Do not call list"
        columns={columns}
        // Over the whole list, of which this is a part.
        ordered={ordered}
        rows={rows}
        address={address}
        rowKey={(entry) => entry.id}
        rowName={(entry) => listedPhone(entry.phoneRestriction)}
        actions={actions}
        compact={(entry) => <EntryCompact entry={entry} />}
        failure={refreshFailure(query, rows && 'The list could not be refreshed.')}
        empty={emptyOf(address, () => setUploading(true))}
      />
      {uploading && <UploadDialog onClose={() => setUploading(false)} />}
      <DeleteDialog entry={deleting} onClose={() => setDeleting(undefined)} />
    </Page>
  );
}

function emptyOf({ narrowed, showAll }: ListAddress, upload: () => void) {
  if (narrowed) {
    return {
      title: doNotCallTexts.noneFound,
      action: (
        <Button size="sm" onClick={showAll}>
          Show all
        </Button>
      ),
    };
  }
  return {
    title: 'No numbers yet',
    sentence:
      'Before the first campaign starts, upload the numbers that must not be called. People who press 9 or reply STOP are added automatically.',
    action: (
      <Button size="sm" changes icon={UploadIcon} onClick={upload}>
        Upload a file
      </Button>
    ),
  };
}

interface FoundProps {
  address: ListAddress;
  search: ReturnType<typeof useSearch>;
}

function Found({ address, search: { found, newest, showMore } }: FoundProps) {
  if (!found) return null;
  return (
    <>
      <FoundCount found={found} newest={newest} onMore={showMore} />
      {found.total > smallest && <RowCount address={address} usual={counted(firstLimit, 'row')} />}
    </>
  );
}

/** Deletion, and for administrators what the audit log has of the number. */
function useActions(onDelete: (entry: DoNotCallEntry) => void) {
  const navigate = useNavigate();
  const refusal = useRefusal('administrator');
  return (entry: DoNotCallEntry): MenuItem[] => {
    const remove = {
      ...deletion,
      hint: 'Enter',
      separated: false,
      onSelect: () => onDelete(entry),
    };
    // The number's own entries were cut at the erasure.
    if (refusal || isErased(entry.phoneRestriction)) return [remove];
    const search = linkSearch(historyOf({ kind: 'doNotCall', id: entry.phoneRestriction }));
    const onSelect = () => void navigate({ to: '/main/audit', search });
    return [remove, { label: 'History', separated: true, onSelect }];
  };
}

function SourceFilter({ address: { filter, setFilter } }: { address: ListAddress }) {
  return (
    <SelectField
      label="Added by"
      hideLabel
      size="sm"
      className={styles.source}
      clearable
      placeholder="Added by anyone"
      choices={Object.entries(sourceNames).map(([value, label]) => ({ value, label }))}
      value={filter(sourceFilter)}
      onChange={(value) => setFilter(sourceFilter, value)}
    />
  );
}
