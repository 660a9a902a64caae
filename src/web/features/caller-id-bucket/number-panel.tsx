import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallerIdBucket, listCallerIdNumbers } from '#contract/caller-id-bucket.ts';
import { api } from '#web/lib/api.ts';
import { formatNumber, formatPhone } from '#web/lib/format.ts';
import { digitsOf } from '#web/lib/phone-input.ts';
import { counted } from '#web/lib/plural.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { SidePanel } from '#web/ui/side-panel.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { SearchField } from '#web/ui/text-field.tsx';
import styles from './page.module.css';

const columns: readonly Column<string>[] = [
  { id: 'phone', header: 'Phone Number', value: (phone) => phone, cell: formatPhone, width: 160 },
];

interface NumberPanelProps {
  bucket: CallerIdBucket;
  onClose: () => void;
}

export function NumberPanel({ bucket, onClose }: NumberPanelProps) {
  const { clientId } = useManager();
  const [search, setSearch] = useState('');
  const { rciBucketId } = bucket;
  const query = useQuery({
    queryKey: queryKey(listCallerIdNumbers, { clientId, rciBucketId }),
    queryFn: ({ signal }) =>
      api(listCallerIdNumbers, { params: { rciBucketId }, query: { clientId }, signal }),
    throwOnError: false,
  });
  const digits = digitsOf(search);
  const nonsense = search.trim() !== '' && digits === '';
  const found = nonsense ? [] : query.data?.filter((phone) => phone.includes(digits));
  return (
    <SidePanel title={bucket.name} width={292} onClose={onClose} takeFocus>
      <div className={styles.numbers}>
        <SearchField label="Find by digits" value={search} onChange={setSearch} />
        {query.data && (
          <p className={styles.compactLine} role="status">
            {found?.length === query.data.length ? '' : `${formatNumber(found?.length ?? 0)} of `}
            {counted(query.data.length, 'number')}
          </p>
        )}
        <div className={styles.table}>
          <DataTable
            label={`Numbers of ${bucket.name}`}
            columns={columns}
            rows={found}
            rowKey={(phone) => phone}
            rowName={formatPhone}
            dense
            maxHeight={{ small: 350, xl: 680 }}
            failure={
              query.isError
                ? {
                    sentence: messageOf(query.error),
                    since: undefined,
                    retry: () => void query.refetch(),
                  }
                : undefined
            }
            empty={
              search === ''
                ? { title: 'No numbers yet', sentence: 'First your operator adds them.' }
                : { title: "Couldn't find any records." }
            }
          />
        </div>
      </div>
    </SidePanel>
  );
}
