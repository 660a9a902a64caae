import type { CallerIdBucket } from '#contract/caller-id-bucket.ts';
import { formatNumber } from '#web/lib/format.ts';
import { formatLocalDateTime, formatRecordTime } from '#web/lib/local-time.ts';
import { counted } from '#web/lib/plural.ts';
import type { Column } from '#web/ui/table/column.ts';
import { CompactName } from '#web/ui/table/compact-name.tsx';
import styles from './page.module.css';

export const columns: readonly Column<CallerIdBucket>[] = [
  {
    id: 'name',
    header: 'Name',
    value: (bucket) => bucket.name,
    link: ({ rciBucketId }) => ({ to: '/main/rci', search: { bucketId: rciBucketId } }),
    width: 160,
    grow: 2,
    wraps: true,
    look: 'name',
  },
  {
    id: 'size',
    header: 'Size',
    value: (bucket) => bucket.size,
    cell: (bucket) => formatNumber(bucket.size),
    align: 'right',
    width: 96,
  },
  {
    id: 'assigned',
    header: 'Date Assigned',
    value: (bucket) => bucket.dateAssigned,
    cell: (bucket) => formatLocalDateTime(bucket.dateAssigned),
    title: (bucket) => formatRecordTime(bucket.dateAssigned),
    // Apart from the numbers before it, which are right-aligned.
    gapBefore: 18,
    width: 196,
    look: 'quiet',
  },
  {
    id: 'campaigns',
    header: 'Campaigns',
    value: (bucket) => bucket.campaigns,
    width: 160,
    grow: 3,
    wraps: true,
    look: 'quiet',
  },
];

/** A row below 700 px. */
export function BucketCompact({ bucket }: { bucket: CallerIdBucket }) {
  return (
    <>
      <CompactName>{bucket.name}</CompactName>
      <div className={styles.compactLine}>
        {counted(bucket.size, 'number')}, assigned {formatLocalDateTime(bucket.dateAssigned)}
      </div>
      <div className={styles.compactLine}>{bucket.campaigns || 'Not used by a campaign'}</div>
    </>
  );
}
