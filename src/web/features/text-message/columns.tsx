import type { TextMessage } from '#contract/text-message.ts';
import { formatLocalDateTime, formatRecordTime } from '#web/lib/local-time.ts';
import type { Column } from '#web/ui/table/column.ts';
import { CompactName } from '#web/ui/table/compact-name.tsx';
import styles from './text-message.module.css';

/** The documents' columns. */
export const columns: readonly Column<TextMessage>[] = [
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    link: ({ id }) => ({ to: '/main/messages/textmessages', search: { messageId: id } }),
    wraps: true,
    width: 180,
    grow: 3,
    look: 'name',
  },
  {
    id: 'updated',
    header: 'Updated',
    value: ({ updated }) => updated,
    cell: ({ updated }) => formatLocalDateTime(updated),
    title: ({ updated }) => formatRecordTime(updated),
    width: 150,
    look: 'quiet',
  },
  {
    id: 'campaigns',
    header: 'Campaigns',
    value: ({ campaigns }) => campaigns,
    wraps: true,
    width: 150,
    grow: 3,
  },
];

/** The same facts on a small screen. */
export function TextMessageCompact({ message }: { message: TextMessage }) {
  const { name, campaigns, updated } = message;
  return (
    <div className={styles.compact}>
      <CompactName>{name}</CompactName>
      <span>{campaigns || 'Not used by a campaign'}</span>
      <span>Updated {formatLocalDateTime(updated)}</span>
    </div>
  );
}
