/** One sentence for each entry, the verdict first; choosing one shows its rules. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { NumberEntry, NumberStory, RejectedNumber } from '#contract/number.ts';
import { formatNumber } from '#web/lib/format.ts';
import { linkSearch } from '#web/lib/link-search.ts';
import { formatLocalTime } from '#web/lib/local-time.ts';
import { Button } from '#web/ui/button.tsx';
import { statusFill } from '#web/ui/status-dot.tsx';
import { entryWords, lineWords, rankOf, standingOf } from './entry-words.ts';
import styles from './number.module.css';
import { atTime } from './when.ts';

interface NowListProps {
  story: NumberStory;
  now: number;
  chosen: NumberEntry | undefined;
  onChoose: (entry: NumberEntry) => void;
}

export const keyOfEntry = ({ callListId, entryId }: NumberEntry) => `${callListId}.${entryId}`;

/** Older ones that are done are folded. */
const doneShown = 3;

export function NowList({ story, now, chosen, onChoose }: NowListProps) {
  const [unfolded, unfold] = useState(false);
  const ordered = inOrder(story.entries);
  const done = ordered.filter((entry) => standingOf(entry) === 'done');
  const folded = new Set(unfolded ? [] : done.slice(doneShown).map(keyOfEntry));
  const before = ordered.filter((entry) => ['call', 'wait'].includes(standingOf(entry)));
  const after = ordered.filter((entry) => !before.includes(entry));
  const row = (entry: NumberEntry) => (
    <EntryRow
      key={keyOfEntry(entry)}
      {...{ entry, story, now, onChoose }}
      isChosen={chosen !== undefined && keyOfEntry(entry) === keyOfEntry(chosen)}
    />
  );
  const more = story.entryCount - story.entries.length;
  return (
    <section className={styles.now} aria-label="Now">
      <header className={styles.head}>
        <h2>Now</h2>
        <span>
          {counted(story.entryCount, 'entry', 'entries')}, asked at{' '}
          {formatLocalTime(story.at, 'seconds')}
        </span>
      </header>
      <ul className={styles.entries}>
        {before.map(row)}
        {story.rejected.map((rejected) => (
          <RejectedRow
            key={`${rejected.callListId}.${rejected.line}.${rejected.column}`}
            rejected={rejected}
            now={now}
          />
        ))}
        {after.filter((entry) => !folded.has(keyOfEntry(entry))).map(row)}
      </ul>
      {folded.size > 0 && (
        <div className={styles.fold}>
          <Button variant="plain" size="sm" onClick={() => unfold(true)}>
            Show {counted(folded.size, 'older entry', 'older entries')}, all done
          </Button>
        </div>
      )}
      {more > 0 && (
        <p className={styles.fold}>
          {counted(more, 'older entry is', 'older entries are')} not shown.
        </p>
      )}
      {story.entryCount + story.rejected.length === 0 && (
        <p className={styles.none}>It is on no contact list.</p>
      )}
    </section>
  );
}

function inOrder(entries: readonly NumberEntry[]): NumberEntry[] {
  const until = ({ verdict, awaitedReply }: NumberEntry) => {
    const end = awaitedReply?.until ?? (verdict.kind === 'wait' ? verdict.until : null);
    return end === null ? 0 : Date.parse(end);
  };
  return entries.toSorted(
    (a, b) => rankOf(standingOf(a)) - rankOf(standingOf(b)) || until(a) - until(b),
  );
}

interface EntryRowProps extends Omit<NowListProps, 'chosen'> {
  entry: NumberEntry;
  isChosen: boolean;
}

function EntryRow({ entry, story, now, isChosen, onChoose }: EntryRowProps) {
  const { word, link, rest, under, color, hollow } = entryWords(entry, story, now);
  return (
    <li className={isChosen ? styles.chosen : undefined}>
      <span
        className={`${styles.dot} ${hollow ? styles.hollow : ''}`}
        style={{ '--dot': statusFill(color) } as React.CSSProperties}
      />
      <p>
        <strong>{word}</strong> {link}{' '}
        <Link to="/main/calllist" search={linkSearch({ callListId: entry.callListId })}>
          {entry.callListName}
        </Link>
        {rest === '' ? '.' : `: ${rest}`}
      </p>
      <p className={styles.under}>{under}</p>
      {entry.rules.length > 0 && (
        <button
          type="button"
          className={styles.choose}
          aria-pressed={isChosen}
          aria-label={`Rules asked for ${entry.callListName}`}
          onClick={() => onChoose(entry)}
        />
      )}
    </li>
  );
}

function RejectedRow({ rejected, now }: { rejected: RejectedNumber; now: number }) {
  const { callListId, callListName, reason, fileName, line, column, loaded } = rejected;
  const file = fileName === '' ? '' : ` from ${fileName}`;
  return (
    <li>
      <span
        className={`${styles.dot} ${styles.hollow}`}
        style={{ '--dot': statusFill('grey') } as React.CSSProperties}
      />
      <p>
        <strong>Not loaded</strong> from{' '}
        <Link to="/main/calllist" search={linkSearch({ callListId })}>
          {callListName}
        </Link>
        : {reason}
      </p>
      <p className={styles.under}>
        {lineWords(line, column)} Uploaded {atTime(loaded, now)}
        {file}.
      </p>
    </li>
  );
}

function counted(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
