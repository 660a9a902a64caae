import { useState } from 'react';
import { Page } from '../../../src/web/ui/page.tsx';
import type { Column } from '../../../src/web/ui/table/column.ts';
import { DataTable } from '../../../src/web/ui/table/data-table.tsx';

interface Item {
  id: number;
  name: string;
  phones: number;
}

const columns: Column<Item>[] = [
  { id: 'name', header: 'Name', value: (item) => item.name, width: 200, grow: 1, look: 'name' },
  { id: 'phones', header: 'Phones', value: (item) => item.phones, width: 120, align: 'right' },
];

function itemsOf(count: number): Item[] {
  return Array.from({ length: count }, (_, id) => ({
    id,
    name: id === count - 1 ? 'A list whose name is longer than any column' : `List ${id + 1}`,
    phones: (id * 7919) % 10_007,
  }));
}

interface TablePartProps {
  count: number;
  /** `loading`, `empty` or `failure`. */
  state: string | null;
}

/** A table of lists; `done` says what ran, so that a journey can read it. */
export function TablePart({ count, state }: TablePartProps) {
  const [items, setItems] = useState(() => itemsOf(count));
  const [done, setDone] = useState('nothing');
  return (
    <Page title="Lists" sentence={`Ran: ${done}`}>
      <DataTable
        label="Lists"
        columns={columns}
        rows={state === 'loading' ? undefined : state === 'empty' ? [] : items}
        rowKey={(item) => item.id}
        rowName={(item) => item.name}
        actions={(item) => [
          { label: 'Close', onSelect: () => setDone(`close ${item.name}`) },
          { label: 'Delete', danger: true, onSelect: () => setDone(`delete ${item.name}`) },
        ]}
        empty={{ title: 'No lists yet', sentence: 'Upload a file.' }}
        failure={
          state === 'failure'
            ? {
                sentence: 'The list could not be refreshed.',
                since: new Date('2026-11-20T15:41:02Z'),
                retry: () => setItems(itemsOf(count + 1)),
              }
            : undefined
        }
      />
    </Page>
  );
}
