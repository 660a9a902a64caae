import type { DeskText } from '#contract/inbound-desk.ts';
import { formatDateTime } from '#web/lib/eastern-format.ts';
import { formatPhone } from '#web/lib/format.ts';
import { platformNow } from '#web/lib/simulation.ts';
import type { Column, RowLink } from '#web/ui/table/column.ts';
import styles from './page.module.css';
import { Standing, standingWord } from './standing-words.tsx';

/** "Nov 20, 10:41 AM (ET)": document 2 labels it, so it stays Eastern. */
export function easternTime({ date }: { date: string }): string {
  return `${formatDateTime(date, platformNow())} (ET)`;
}

function Unread({ text }: { text: DeskText }) {
  if (text.read) return null;
  return (
    <span className={styles.dot}>
      <span className="visually-hidden">Unread</span>
    </span>
  );
}

const strong = (text: DeskText) => (text.read ? undefined : styles.unread);

/** The documents' columns. The server sorts, over all texts, by what is a column of theirs. */
const documented: readonly Column<DeskText>[] = [
  {
    id: 'phoneNumber',
    header: 'Phone Number',
    value: (text) => text.phoneNumber,
    cell: (text) => (
      <span className={strong(text)}>
        <Unread text={text} />
        {formatPhone(text.phoneNumber)}
      </span>
    ),
    width: 148,
  },
  {
    id: 'date',
    header: 'Date and Time',
    value: (text) => text.date,
    cell: easternTime,
    width: 168,
    look: 'quiet',
  },
  {
    id: 'message',
    header: 'Message',
    value: (text) => text.message,
    cell: (text) => <span className={strong(text)}>{text.message || '--'}</span>,
    width: 160,
    grow: 3,
    wraps: true,
  },
  {
    id: 'optOut',
    header: 'Opt out?',
    value: (text) => standingWord(text.standing),
    cell: (text) => <Standing standing={text.standing} />,
    width: 120,
    sortable: false,
  },
];

/** Opt-outs, opt-ins and requests for help are done without a manager. */
function doneWord({ done, toDo }: Pick<DeskText, 'done' | 'toDo'>): string {
  if (done) return 'Done';
  return toDo ? '' : 'Nothing to do';
}

/** Whose text it is, as far as lists and campaigns say. */
const persons: readonly Column<DeskText>[] = [
  {
    id: 'person',
    header: 'Person',
    value: (text) => text.person,
    width: 116,
    spare: 2,
    grow: 1,
    wraps: true,
    sortable: false,
  },
  {
    id: 'campaign',
    header: 'Campaign',
    value: (text) => text.campaign,
    width: 124,
    spare: 3,
    grow: 1,
    wraps: true,
    look: 'quiet',
    sortable: false,
  },
  {
    id: 'done',
    header: 'Done',
    value: doneWord,
    cell: doneWord,
    width: 72,
    spare: 1,
    wraps: true,
    look: 'quiet',
    sortable: false,
  },
];

/**
 * @param short beside a thread on a small screen, which names the person itself
 * @param threadOf the address of a text's thread
 */
export function columnsOf(
  short: boolean,
  threadOf: (textId: number) => RowLink,
): readonly Column<DeskText>[] {
  const columns = short ? besideThread : [...documented, ...persons];
  return columns.map((column) =>
    column.id === 'phoneNumber' ? { ...column, link: ({ id }) => threadOf(id) } : column,
  );
}

/** They fit beside the open menu at 1280 px. */
const besideThread = documented.map((column) =>
  column.id === 'message' ? { ...column, width: 104 } : column,
);

/** "Ann Lee, Reminders of November": as far as they are known. */
const whoseOf = ({ person, campaign }: DeskText) => [person, campaign].filter(Boolean).join(', ');

/** The same facts on a small screen. */
export function InboundTextCompact({ text }: { text: DeskText }) {
  return (
    <div className={styles.compact}>
      <span className={styles.compactHead}>
        <strong className={strong(text)}>
          <Unread text={text} />
          {formatPhone(text.phoneNumber)}
        </strong>
        <span title={whoseOf(text)}>{whoseOf(text)}</span>
      </span>
      <span className={strong(text)}>{text.message || '--'}</span>
      <span className={styles.compactFoot}>
        {easternTime(text)}
        {text.standing !== 'none' && <Standing standing={text.standing} />}
        {doneWord(text)}
      </span>
    </div>
  );
}
