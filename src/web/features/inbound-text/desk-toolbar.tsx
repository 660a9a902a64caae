import { type DeskFilter, deskFilters, deskPageSize } from '#contract/inbound-desk.ts';
import { counted } from '#web/lib/plural.ts';
import { FilterTabs } from '#web/ui/filter-tabs.tsx';
import { RowCount, smallest } from '#web/ui/list-toolbar.tsx';
import { LiveIndicator } from '#web/ui/live-indicator.tsx';
import { SearchField } from '#web/ui/text-field.tsx';
import styles from './page.module.css';
import { Pager } from './pager.tsx';
import { useDeskCounts, type useDeskPage } from './use-desk.ts';
import type { useDeskAddress } from './use-desk-address.ts';

const labels: Record<DeskFilter, string> = {
  all: 'All',
  today: 'Today',
  unread: 'Unread',
  notDone: 'Not done',
  unclear: 'Unclear',
  optedOut: 'Opted out',
  optedIn: 'Opted in',
  help: 'Help',
  other: 'Other',
};

interface DeskToolbarProps {
  address: ReturnType<typeof useDeskAddress>;
  live: ReturnType<typeof useDeskPage>;
}

/** The groups with their counts, the search, and where in the list one is. */
export function DeskToolbar({ address, live }: DeskToolbarProps) {
  const { filter, find, page, rows = deskPageSize, go } = address;
  const counts = useDeskCounts();
  return (
    <>
      <h2 className={styles.heading}>Inbound Texts</h2>
      <FilterTabs
        label="Inbound texts"
        tabs={deskFilters.map((id) => ({
          id,
          label: labels[id],
          ...(counts ? { count: counts[id] } : {}),
        }))}
        value={filter}
        onChange={(id) => go({ filter: id as DeskFilter, textId: undefined })}
      />
      <SearchField
        label="Find by number or words"
        value={find}
        onChange={(typed) => go({ find: typed })}
      />
      <div className={styles.end}>
        {live.data && live.data.total > smallest && (
          <RowCount address={address} usual={counted(deskPageSize, 'row')} />
        )}
        {live.data && (
          <Pager
            page={page}
            rows={rows}
            total={live.data.total}
            exact={live.data.exact}
            onPage={(next) => go({ page: next })}
          />
        )}
        {live.data && <LiveIndicator {...live} />}
      </div>
    </>
  );
}
