import { useQuery } from '@tanstack/react-query';
import { countUnreadTexts, mostUnreadCounted } from '#contract/inbound-unread.ts';
import { api } from '../lib/api.ts';
import { unlessFed } from '../lib/feed-pace.ts';
import { formatNumber } from '../lib/format.ts';
import { counted } from '../lib/plural.ts';
import { queryKey } from '../lib/query.ts';
import { useManager } from '../lib/session.ts';
import styles from './side-menu.module.css';

/** Real milliseconds. */
const refreshEvery = 10_000;

/** How many inbound texts are unread; nothing when none is. */
export function UnreadBadge() {
  const { clientId } = useManager();
  const { data } = useQuery({
    queryKey: queryKey(countUnreadTexts, { clientId }),
    queryFn: ({ signal }) => api(countUnreadTexts, { query: { clientId }, signal }),
    refetchInterval: unlessFed(refreshEvery),
    throwOnError: false,
  });
  const unread = data?.unread ?? 0;
  if (unread === 0) return null;
  const most = unread >= mostUnreadCounted;
  const shown = most ? `${formatNumber(mostUnreadCounted - 1)}+` : formatNumber(unread);
  return (
    <>
      <span className={styles.badge} aria-hidden="true">
        {shown}
      </span>
      <span className="visually-hidden">, {counted(unread, 'unread text')}</span>
    </>
  );
}
