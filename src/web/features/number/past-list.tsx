/** Everything that happened with the number on one line of time, newest first. */
import { useEffect, useRef } from 'react';
import type { NumberEvent, NumberStory } from '#contract/number.ts';
import { formatNumber } from '#web/lib/format.ts';
import { formatLocalDateTime, formatLocalTime } from '#web/lib/local-time.ts';
import { isSameDay } from '#web/lib/moment-words.ts';
import { Button } from '#web/ui/button.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import {
  ContactListIcon,
  DoNotCallIcon,
  type Icon,
  InboxIcon,
  MessageIcon,
  PhoneIcon,
  SendIcon,
} from '#web/ui/icons.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { eventWords } from './event-words.ts';
import styles from './number.module.css';
import { useEarlier } from './use-number.ts';
import { onDay } from './when.ts';

const icons: Record<NumberEvent['kind'], Icon> = {
  call: PhoneIcon,
  text: MessageIcon,
  reply: InboxIcon,
  auto_reply: SendIcon,
  blocked: DoNotCallIcon,
  lifted: DoNotCallIcon,
  loaded: ContactListIcon,
  closed: ContactListIcon,
  left_out: ContactListIcon,
};

export function PastList({ story, now }: { story: NumberStory; now: number }) {
  const past = useEarlier(story.phone, story);
  const events = [...story.history, ...(past.data?.pages.flatMap((page) => page.history) ?? [])];
  const begun = past.data !== undefined;
  const more = begun ? past.hasNextPage : story.earlier !== null;
  const load = () => {
    if (past.isFetching) return;
    void (begun ? past.fetchNextPage() : past.refetch());
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a link in it, keys scroll it by itself.
    <section className={styles.past} aria-label="Past" tabIndex={0}>
      <header className={styles.head}>
        <h2>Past</h2>
        <span>{summary(events, more, now)}</span>
      </header>
      {events.length === 0 && <p className={styles.none}>Nothing has happened with it yet.</p>}
      <ol className={styles.events}>
        {events.map((event, index) => (
          <EventRow
            key={`${event.at} ${event.id}`}
            event={event}
            now={now}
            newDay={!sameDay(event, events[index - 1])}
          />
        ))}
      </ol>
      {past.isError && <ErrorBand>{messageOf(past.error)}</ErrorBand>}
      {more && <LoadMore busy={past.isFetching} onLoad={load} />}
    </section>
  );
}

const sameDay = (one: NumberEvent, other: NumberEvent | undefined) =>
  other !== undefined && isSameDay(one.at, other.at);

interface EventRowProps {
  event: NumberEvent;
  now: number;
  newDay: boolean;
}

function EventRow({ event, now, newDay }: EventRowProps) {
  const { title, under } = eventWords(event);
  const Drawn = icons[event.kind];
  return (
    <li>
      <time dateTime={event.at} title={formatLocalDateTime(event.at, new Date(0))}>
        <span className={newDay ? undefined : 'visually-hidden'}>{onDay(event.at, now)}</span>
        <span className={styles.clock}>{formatLocalTime(event.at)}</span>
      </time>
      <span className={styles.kind}>
        <Drawn />
      </span>
      <div>
        <p>{title}</p>
        {under !== '' && <p className={styles.under}>{under}</p>}
      </div>
    </li>
  );
}

/** Loads by itself when it is scrolled into sight; a press does the same. */
function LoadMore({ busy, onLoad }: { busy: boolean; onLoad: () => void }) {
  const foot = useRef<HTMLDivElement>(null);
  const load = useRef(onLoad);
  load.current = onLoad;
  useEffect(() => {
    const seen = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) load.current();
    });
    if (foot.current) seen.observe(foot.current);
    return () => seen.disconnect();
  }, []);
  return (
    <div ref={foot} className={styles.fold}>
      <Button variant="plain" size="sm" busy={busy} onClick={onLoad}>
        Show earlier
      </Button>
    </div>
  );
}

/** "2 calls, 2 texts, 2 replies since Oct 29"; '' where none of them happened. */
function summary(events: readonly NumberEvent[], more: boolean, now: number): string {
  const last = events.at(-1);
  if (!last) return '';
  const count = (kind: NumberEvent['kind'], one: string, many: string) => {
    const found = events.filter((event) => event.kind === kind).length;
    return found === 0 ? '' : `${formatNumber(found)} ${found === 1 ? one : many}`;
  };
  const parts = [
    count('call', 'call', 'calls'),
    count('text', 'text', 'texts'),
    count('reply', 'reply', 'replies'),
  ].filter((part) => part !== '');
  if (parts.length === 0) return '';
  return `${parts.join(', ')} since ${onDay(last.at, now)}${more ? ' and more before' : ''}`;
}
