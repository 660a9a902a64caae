import { Link } from '@tanstack/react-router';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { OperationResponse } from '#contract/http.ts';
import type { readTextThread, TheirText } from '#contract/inbound-desk.ts';
import { inboundTextTexts } from '#contract/inbound-text.ts';
import { formatPhone } from '#web/lib/format.ts';
import { numberHref } from '#web/lib/number-link.ts';
import { counted } from '#web/lib/plural.ts';
import { ApiProblem } from '#web/lib/problem.ts';
import { useReadOnly } from '#web/lib/rights.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { ChevronDownIcon, ChevronUpIcon, CloseIcon } from '#web/ui/icons.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { MissingRecord } from '#web/ui/missing-record.tsx';
import { StatusDot } from '#web/ui/status-dot.tsx';
import { useEscape } from '#web/ui/use-escape.ts';
import { easternTime } from './columns.tsx';
import { DecideBar, type DeskKey } from './decide-bar.tsx';
import { standingWord } from './standing-words.tsx';
import styles from './thread.module.css';
import { ThreadEntry } from './thread-items.tsx';
import { useDeskActs, useThread } from './use-desk.ts';

type Thread = OperationResponse<typeof readTextThread>;

export interface ThreadPanelProps {
  textId: number;
  /** The rows before and after it; undefined at an end. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** Whether its number was decided on a moment ago, which the server does not know yet. */
  decided: boolean;
  position: { at: number; total: number };
  /** @param upTo the newest text that was shown */
  onDecide: (key: DeskKey, phone: string, upTo: number) => void;
  onClose: () => void;
}

/** A number's thread: what we sent, what they wrote, what was done; opens at its end. */
export function ThreadPanel(props: ThreadPanelProps) {
  const { textId, onClose } = props;
  const id = useId();
  // The focus stays in the table, from where the arrow keys go on to the next text.
  useEscape(onClose);
  const live = useThread(textId);
  const thread = live.data;
  return (
    <aside className={styles.panel} aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id}>Text Message</h2>
        <IconButton
          label="Previous text"
          icon={ChevronUpIcon}
          reason={props.onPrevious ? undefined : 'This is the first text of the page.'}
          onClick={props.onPrevious}
        />
        <IconButton
          label="Next text"
          icon={ChevronDownIcon}
          reason={props.onNext ? undefined : 'This is the last text of the page.'}
          onClick={props.onNext}
        />
        <IconButton label="Close Text Message" icon={CloseIcon} onClick={onClose} />
      </header>
      {thread && <Head thread={thread} />}
      {!thread && live.error && <Failure error={live.error} retry={live.retry} />}
      {!thread && !live.error && <p className={styles.loading}>Loading ...</p>}
      {thread && <Entries key={thread.text.phoneNumber} thread={thread} />}
      {thread && <Foot {...props} thread={thread} />}
    </aside>
  );
}

function Failure({ error, retry }: { error: Error; retry: () => void }) {
  if (!(error instanceof ApiProblem) || error.status !== 404) {
    return (
      <LoadFailure sentence={`The text could not be loaded. ${messageOf(error)}`} retry={retry} />
    );
  }
  const back = { label: 'Back to Text Message Manager', to: '/main/textmanager' };
  return <MissingRecord what="This text" back={back} />;
}

function Head({ thread }: { thread: Thread }) {
  const { text, person, accountNumber, campaign, otherLists, blocked } = thread;
  const phone = formatPhone(text.phoneNumber);
  const href = numberHref(text.phoneNumber);
  const lists =
    otherLists === 0 ? 'Not on any other list.' : `On ${counted(otherLists, 'other list')}.`;
  return (
    <div className={styles.head}>
      <strong>{person || phone}</strong>
      <span>
        {href ? (
          <Link to={href}>{person ? phone : 'Why this number is or is not called'}</Link>
        ) : (
          person && phone
        )}
        {accountNumber && `, account ${accountNumber}`}
      </span>
      <span>
        {campaign ? `${campaign}. ${lists}` : 'No campaign has contacted this number.'}
        {blocked && ' On Do Not Call.'}
      </span>
      <span className={styles.opening}>
        <span>{easternTime(text)}</span>
        <StatusDot color={text.standing === 'optOut' ? 'red' : 'grey'}>
          {inboundTextTexts.intents[text.messageIntent]}
        </StatusDot>
      </span>
    </div>
  );
}

/** The newest part of a thread stays live; earlier parts are read when they are asked for. */
function Entries({ thread }: { thread: Thread }) {
  const list = useRef<HTMLDivElement>(null);
  const [parts, setParts] = useState<readonly string[]>([]);
  const first = thread.items[0]?.at;
  const newest = thread.items.at(-1)?.at;
  useLayoutEffect(() => {
    // Again when something new came, so that it is seen.
    if (newest !== undefined && list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [newest]);
  useReading(thread);
  return (
    <div ref={list} className={styles.entries} tabIndex={-1}>
      {parts.map((before) => (
        <EarlierPart key={before} thread={thread} before={before} />
      ))}
      {thread.earlier && parts.length === 0 && first !== undefined && (
        <Button size="sm" variant="plain" onClick={() => setParts([first])}>
          Earlier texts
        </Button>
      )}
      <ol className={styles.list}>
        {thread.items.map((item) => (
          <ThreadEntry
            key={`${item.kind} ${item.at} ${item.kind === 'theirs' ? item.id : ''}`}
            item={item}
            opened={item.kind === 'theirs' && item.id === thread.text.id}
          />
        ))}
      </ol>
    </div>
  );
}

function EarlierPart({ thread, before }: { thread: Thread; before: string }) {
  const part = useThread(thread.text.id, before).data;
  const [more, setMore] = useState(false);
  const first = part?.items[0]?.at;
  if (!part) return <p className={styles.loading}>Loading ...</p>;
  return (
    <>
      {part.earlier && first !== undefined && !more && (
        <Button size="sm" variant="plain" onClick={() => setMore(true)}>
          Earlier texts
        </Button>
      )}
      {more && first !== undefined && <EarlierPart thread={thread} before={first} />}
      <ol className={styles.list}>
        {part.items.map((item) => (
          <ThreadEntry
            key={`${item.kind} ${item.at} ${item.kind === 'theirs' ? item.id : ''}`}
            item={item}
            opened={item.kind === 'theirs' && item.id === thread.text.id}
          />
        ))}
      </ol>
    </>
  );
}

const theirs = ({ items }: Thread) =>
  items.filter((item): item is TheirText => item.kind === 'theirs');

/** Opened is read: all of the thread that is on the screen. */
function useReading(thread: Thread): void {
  const acts = useDeskActs();
  const readOnly = useReadOnly() !== undefined;
  const read = useRef(acts.read);
  read.current = acts.read;
  const unread = theirs(thread)
    .filter((item) => !item.read)
    .map(({ id }) => id);
  const ids = [...new Set(thread.text.read ? unread : [...unread, thread.text.id])].join();
  useEffect(() => {
    if (ids !== '' && !readOnly) void read.current(ids.split(',').map(Number));
  }, [ids, readOnly]);
}

function Foot(props: ThreadPanelProps & { thread: Thread }) {
  const { thread, decided, position } = props;
  const acts = useDeskActs();
  const { text } = thread;
  if (text.standing === 'unclear' && !decided) {
    const newest = Math.max(text.id, ...theirs(thread).map(({ id }) => id));
    return (
      <footer className={styles.foot}>
        <DecideBar
          newest={newest}
          position={position.at}
          total={position.total}
          onDecide={(key) => props.onDecide(key, text.phoneNumber, newest)}
        />
      </footer>
    );
  }
  const open = theirs(thread).filter((item) => item.toDo && item.standing !== 'unclear');
  const toFinish = [...(text.toDo ? [text.id] : []), ...open.map(({ id }) => id)];
  // A decision is not taken back here.
  const toTakeBack = text.standing === 'none' ? [text.id] : [];
  const ids = text.done ? toTakeBack : [...new Set(toFinish)];
  return (
    <footer className={styles.foot}>
      <p className={styles.standing}>
        {decided ? 'Decided.' : `Opt out? ${standingWord(text.standing)}.`}
        {text.done && ' Done.'}
        {!decided && !text.done && ids.length === 0 && ' Nothing to do.'}
      </p>
      {!decided && ids.length > 0 && (
        <Button changes size="sm" onClick={() => void acts.finish(ids, !text.done)}>
          {text.done ? 'Mark as not done' : 'Mark as done'}
        </Button>
      )}
    </footer>
  );
}
