import type { CallList } from '#contract/call-list.ts';
import { listStatusColor } from '#web/lib/call-list-status.ts';
import { formatNumber, formatPercent } from '#web/lib/format.ts';
import { durationLeft, useLongWorks } from '#web/lib/long-work.ts';
import { useNow } from '#web/lib/use-now.ts';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { calledShare, isLoading } from './list-status.ts';
import styles from './page.module.css';

/** The share of a list that was called or, while it loads, the share of its file that is loaded. */
export function Called({ list }: { list: CallList }) {
  return isLoading(list) ? <Loaded list={list} /> : <CalledShare list={list} />;
}

function CalledShare({ list }: { list: CallList }) {
  const share = calledShare(list);
  if (list.phoneCount === 0) return <span>No numbers to call</span>;
  return (
    <span className={styles.called}>
      <ProgressBar
        share={share}
        label={`Progress of ${list.originalFileName}`}
        color={listStatusColor(list.callListStatusId)}
        width={40}
      />
      <strong>{formatPercent(share)}</strong>
      <span>of {formatNumber(list.phoneCount)}</span>
    </span>
  );
}

/** Upload progress is known only in the browser that started the upload. */
function Loaded({ list }: { list: CallList }) {
  const works = useLongWorks();
  const now = useNow(1_000);
  const work = works.find(({ callListId }) => callListId === list.callListId);
  const left = work && durationLeft(work, now);
  return (
    <span className={styles.called}>
      <ProgressBar
        share={work?.share}
        label={`Loading ${list.originalFileName}`}
        color="grey"
        width={40}
      />
      <strong>{work?.share === undefined ? '' : formatPercent(work.share)}</strong>
      <span>{work?.share === undefined ? 'loading' : `loaded${left ? `, ${left}` : ''}`}</span>
    </span>
  );
}
