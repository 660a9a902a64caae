import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type AuditEntry, type AuditFilter, auditPageSize, exportAudit } from '#contract/audit.ts';
import { apiFile } from '#web/lib/api.ts';
import { easternDay } from '#web/lib/eastern-format.ts';
import { counted } from '#web/lib/plural.ts';
import { saveBlob } from '#web/lib/save-file.ts';
import { useManager } from '#web/lib/session.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { Button } from '#web/ui/button.tsx';
import { type ListAddress, useListAddress } from '#web/ui/list-address.ts';
import { FilterSelects, type ListFilter, RowCount, smallest } from '#web/ui/list-toolbar.tsx';
import { noneFound } from '#web/ui/none-found.tsx';
import { Page } from '#web/ui/page.tsx';
import { DownloadIcon } from '#web/ui/screen-icons.tsx';
import type { Choice } from '#web/ui/select-field.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import { SearchField } from '#web/ui/text-field.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { columns, EntryCompact } from './columns.tsx';
import { EntryPanel } from './entry-panel.tsx';
import styles from './page.module.css';
import { auditFilters, useAudit } from './use-audit.ts';
import { actorNames, operationOf, thingNames } from './words.ts';

/** Who changed what, for administrators; a row opens the fields before and after. */
export function AuditPage() {
  const address = useListAddress(auditFilters);
  const { query, filter, rows } = useAudit(address);
  const [open, setOpen] = useState<AuditEntry>();
  const narrow = useMedia('(width < 900px)');
  return (
    <Page
      title="Audit"
      sentence="Every change, login and refusal of this client, newest first. Entries cannot be changed or deleted."
      times
      actions={<ExportButton filter={filter} />}
      toolbar={
        !(narrow && open) && (
          <Filters address={address} several={rows !== undefined && rows.length >= smallest} />
        )
      }
      aside={open && <EntryPanel entry={open} onClose={() => setOpen(undefined)} />}
    >
      <DataTable
        label="Audit log"
        columns={columns}
        tall
        rows={rows}
        stale={query.isPlaceholderData}
        address={address}
        rowKey={({ sequence }) => sequence}
        rowName={operationOf}
        selectedKey={open?.sequence}
        onOpen={setOpen}
        openOnPress
        compact={(entry) => <EntryCompact entry={entry} />}
        failure={refreshFailure(query, rows && 'The list could not be refreshed.')}
        foot={
          query.hasNextPage && (
            <div className={styles.more}>
              <Button
                size="sm"
                busy={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Show more
              </Button>
            </div>
          )
        }
        empty={
          address.narrowed
            ? noneFound('entry', address.showAll)
            : { title: 'No entries yet', sentence: 'Changes are recorded from now on.' }
        }
      />
    </Page>
  );
}

const named = (names: Record<string, string>): Choice[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const filters: readonly ListFilter[] = [
  {
    name: 'since',
    label: 'Time',
    all: 'Any time',
    choices: named({
      day: 'Last 24 hours',
      week: 'Last 7 days',
      month: 'Last 30 days',
      year: 'Last 365 days',
    }),
  },
  { name: 'actor', label: 'Who', all: 'Anyone', choices: named(actorNames) },
  { name: 'thing', label: 'Thing', all: 'Everything', choices: named(thingNames) },
  {
    name: 'outcome',
    label: 'Outcome',
    all: 'Any outcome',
    choices: named({ done: 'Done', refused: 'Refused' }),
  },
];

function Filters({ address, several }: { address: ListAddress; several: boolean }) {
  return (
    <>
      <SearchField label="Find by any word" value={address.find} onChange={address.setFind} />
      <FilterSelects address={address} filters={filters} />
      {several && <RowCount address={address} usual={counted(auditPageSize, 'row')} />}
      {address.narrowed && (
        <Button size="sm" onClick={address.showAll}>
          Show all
        </Button>
      )}
    </>
  );
}

/** What the filters show, as a file. */
function ExportButton({ filter }: { filter: AuditFilter }) {
  const { clientId } = useManager();
  const file = useMutation({
    mutationFn: async () =>
      saveBlob(
        `audit log ${easternDay(platformNow())}.csv`,
        await apiFile(exportAudit, { query: { clientId, ...filter } }),
      ),
  });
  return (
    <Button icon={DownloadIcon} busy={file.isPending} onClick={() => file.mutate()}>
      Export
    </Button>
  );
}
