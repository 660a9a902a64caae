import { useState } from 'react';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { reportError } from '#web/ui/error-modal.tsx';
import { EllipsisIcon } from '#web/ui/icons.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import type { ReportAddress } from './report-address.ts';
import { SaveFilterDialog } from './save-filter-dialog.tsx';
import styles from './saved-filters.module.css';
import { addressOfSaved, searchToSave, useReportFilters } from './use-report-filters.ts';

interface SavedFiltersProps {
  address: ReportAddress;
  onChoose: (address: ReportAddress) => void;
}

/** Filters by name, of this manager: choose, save, rename, change, delete. */
export function SavedFilters({ address, onChoose }: SavedFiltersProps) {
  const { saved, save, remove } = useReportFilters();
  const [asking, setAsking] = useState<'new' | 'rename' | 'delete' | undefined>(undefined);
  const [lastId, setLastId] = useState<number | undefined>(undefined);
  const search = searchToSave(address);
  const exact = saved.find((one) => one.search === search);
  const last = saved.find(({ reportFilterId }) => reportFilterId === lastId);
  const chosen = exact ?? last;
  const nothing = search === '' ? 'Add a filter or sort a column first.' : undefined;

  return (
    <>
      {saved.length > 0 && (
        <SelectField
          className={styles.choice}
          label="Saved filters"
          size="sm"
          placeholder="Choose..."
          value={exact ? String(exact.reportFilterId) : ''}
          choices={saved.map((one) => ({ value: String(one.reportFilterId), label: one.name }))}
          onChange={(value) => {
            const one = saved.find(({ reportFilterId }) => String(reportFilterId) === value);
            if (!one) return;
            setLastId(one.reportFilterId);
            onChoose(addressOfSaved(one.search));
          }}
        />
      )}
      <Button size="sm" reason={nothing} onClick={() => setAsking('new')}>
        Save as...
      </Button>
      {chosen && (
        <Menu
          label={`Saved filter ${chosen.name}`}
          items={[
            {
              label: `Change ${chosen.name} to these filters`,
              reason: exact ? 'It has these filters already.' : nothing,
              onSelect: () => save.mutate({ ...chosen, search }, { onError: reportError }),
            },
            { label: 'Rename', onSelect: () => setAsking('rename') },
            { label: 'Delete', danger: true, onSelect: () => setAsking('delete') },
          ]}
        >
          <IconButton label={`Saved filter ${chosen.name}`} icon={EllipsisIcon} />
        </Menu>
      )}
      {(asking === 'new' || (asking === 'rename' && chosen)) && (
        <SaveFilterDialog
          title={asking === 'new' ? 'Save these filters' : 'Rename the saved filter'}
          name={asking === 'rename' ? (chosen?.name ?? '') : ''}
          save={(name) =>
            save.mutateAsync(
              asking === 'rename' && chosen
                ? { ...chosen, name }
                : { reportFilterId: 0, name, search },
            )
          }
          onClose={() => setAsking(undefined)}
        />
      )}
      {chosen && (
        <ConfirmDialog
          opened={asking === 'delete'}
          title="Delete the saved filter"
          confirmLabel="Yes, Delete"
          danger
          onConfirm={() => remove.mutateAsync(chosen.reportFilterId)}
          onClose={() => setAsking(undefined)}
        >
          Delete the saved filter &quot;{chosen.name}&quot;? Call records are not changed.
        </ConfirmDialog>
      )}
    </>
  );
}
