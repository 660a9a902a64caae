import { messageStatus, type VoiceMessage } from '#contract/voice-message.ts';
import { formatLocalDateTime, formatRecordTime } from '#web/lib/local-time.ts';
import type { StatusColor } from '#web/ui/status-dot.tsx';
import { StatusDot } from '#web/ui/status-dot.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { CompactName } from '#web/ui/table/compact-name.tsx';
import styles from './message-list.module.css';
import { PreviewButton } from './preview-button.tsx';

const colors: Record<number, StatusColor> = {
  [messageStatus.pending]: 'grey',
  [messageStatus.processing]: 'purple',
  [messageStatus.ready]: 'green',
  [messageStatus.error]: 'red',
};

/** The documents' columns. */
export const columns: readonly Column<VoiceMessage>[] = [
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    link: ({ id }) => ({ to: '/main/messages/voicemessages', search: { messageId: id } }),
    width: 200,
    grow: 3,
    look: 'name',
    wraps: true,
  },
  {
    id: 'status',
    header: 'Status',
    value: ({ messageStatusName }) => messageStatusName,
    cell: (row) => <Status message={row} />,
    title: ({ statusReason }) => statusReason ?? undefined,
    width: 140,
    grow: 2,
  },
  {
    id: 'campaigns',
    header: 'Campaigns',
    value: ({ campaigns }) => campaigns,
    width: 150,
    grow: 2,
    wraps: true,
  },
  { ...time('created', 'Created', ({ created }) => created), spare: 2 },
  { ...time('updated', 'Updated', ({ updated }) => updated), spare: 1 },
  {
    id: 'preview',
    header: 'Preview',
    value: () => undefined,
    cell: (row) => <PreviewButton message={row} />,
    sortable: false,
    width: 76,
  },
];

function time(id: string, header: string, at: (row: VoiceMessage) => string): Column<VoiceMessage> {
  return {
    id,
    header,
    value: at,
    cell: (row) => formatLocalDateTime(at(row)),
    title: (row) => formatRecordTime(at(row)),
    width: 150,
    look: 'quiet',
  };
}

/** The status, and why it is Error. */
function Status({ message }: { message: VoiceMessage }) {
  const { messageStatusId, messageStatusName, statusReason } = message;
  return (
    <span className={styles.status}>
      <StatusDot color={colors[messageStatusId] ?? 'grey'}>{messageStatusName}</StatusDot>
      {statusReason && <span className={styles.reason}>{statusReason}</span>}
    </span>
  );
}

/** The same facts on a small screen. */
export function MessageCompact({ message }: { message: VoiceMessage }) {
  return (
    <div className={styles.compact}>
      <div className={styles.lines}>
        <CompactName>{message.name}</CompactName>
        <Status message={message} />
        <div className={styles.quiet}>
          Updated {formatLocalDateTime(message.updated)}, {message.campaigns || 'no campaign'}
        </div>
      </div>
      <PreviewButton message={message} />
    </div>
  );
}
