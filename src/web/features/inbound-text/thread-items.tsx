import type { ThreadItem } from '#contract/inbound-desk.ts';
import { easternDay, formatDateTime, formatTime } from '#web/lib/eastern-format.ts';
import { startSentence } from '#web/lib/sentence.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { standingSentence } from './standing-words.tsx';
import styles from './thread.module.css';

/** "today, 10:40 AM" or "Oct 19, 2:26 PM"; Eastern, like the rows beside it, which the documents label. */
export function threadTime(at: string): string {
  const now = platformNow();
  const today = easternDay(new Date(at)) === easternDay(now);
  return today ? `today, ${formatTime(at)}` : formatDateTime(at, now);
}

const outcomes = {
  waiting: 'waiting to be sent',
  sent: 'sent, no receipt yet',
  delivered: 'delivered',
  failed: 'not delivered',
  unknown: 'not known whether it was sent',
  notSent: 'not sent',
} as const;

const sources = {
  key: 'Opted out by pressing 9 in a call',
  text: 'Opted out by text',
  manager: 'Added to Do Not Call by a manager',
  operator: 'Added to Do Not Call by the operator',
} as const;

interface ThreadEntryProps {
  item: ThreadItem;
  /** The text that is opened. */
  opened: boolean;
}

/** Ours at the right, theirs at the left, what was done as a line between. */
export function ThreadEntry({ item, opened }: ThreadEntryProps) {
  if (item.kind === 'theirs') {
    return (
      <li className={styles.theirs}>
        <p className={opened ? styles.opened : undefined}>{item.message || '--'}</p>
        <span>
          {startSentence(threadTime(item.at))}. {standingSentence[item.standing]}
        </span>
      </li>
    );
  }
  if (item.kind === 'ours') {
    const what = item.campaign === '' ? 'Auto-reply' : 'Sent';
    return (
      <li className={styles.ours}>
        <p>{item.message}</p>
        <span title={item.campaign || undefined}>
          {what} {threadTime(item.at)}, {outcomes[item.outcome]}
        </span>
      </li>
    );
  }
  return (
    <li className={styles.act}>
      <span>
        {actWords(item)}, {threadTime(item.at)}
      </span>
      {item.kind === 'lifted' && <span>{item.reason}</span>}
    </li>
  );
}

function actWords(item: Exclude<ThreadItem, { kind: 'theirs' | 'ours' }>): string {
  switch (item.kind) {
    case 'done':
      return item.by === null ? 'Done' : `Done by ${item.by}`;
    case 'decided':
      return `${item.decision === 'optOut' ? 'Marked as an opt-out' : 'Marked as not an opt-out'} ${
        item.by === null ? 'after a later text' : `by ${item.by}`
      }`;
    case 'lifted':
      return `Taken off Do Not Call by ${item.by}`;
    default:
      return sources[item.source];
  }
}
