import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type CallList, listCallLists } from '#contract/call-list.ts';
import { readCampaignFunnel } from '#contract/campaign-funnel.ts';
import { api } from '../lib/api.ts';
import { listStatusColor } from '../lib/call-list-status.ts';
import { formatNumber } from '../lib/format.ts';
import { linkSearch } from '../lib/link-search.ts';
import { counted } from '../lib/plural.ts';
import { queryKey } from '../lib/query.ts';
import { useManager } from '../lib/session.ts';
import styles from './attached-lists.module.css';
import { StatusDot } from './status-dot.tsx';

/** Milliseconds between two refreshes: a list may be loading, the campaign may run. */
const refreshEvery = 5_000;
/** More lists are a link to all of them. */
const mostShown = 8;

interface AttachedListsProps {
  /** 0 for a new campaign. */
  campaignId: number;
  /** "called" or "texted" */
  done: 'called' | 'texted';
}

/** The contact lists of a campaign, with status and numbers, and how many are never contacted. */
export function AttachedLists({ campaignId, done }: AttachedListsProps) {
  const { lists, never } = useAttached(campaignId);
  const numbers = lists?.reduce((sum, { phoneCount }) => sum + phoneCount, 0) ?? 0;
  const count = lists?.length === 1 ? '1 list' : `${lists?.length} lists`;
  return (
    <section aria-label="Contact lists">
      <div className={styles.heading}>
        <h2>Contact lists</h2>
        {lists && lists.length > 0 && <span>{`${count}, ${counted(numbers, 'number')}`}</span>}
      </div>
      {lists?.length === 0 && <NoLists campaignId={campaignId} />}
      <ul className={styles.lists}>
        {lists?.slice(0, mostShown).map((list) => (
          <AttachedList key={list.callListId} list={list} />
        ))}
        {lists && lists.length > mostShown && (
          <li>
            <Link to="/main/calllist" search={linkSearch({ campaignId })}>
              {`All ${lists.length} lists`}
            </Link>
          </li>
        )}
        {never !== undefined && lists && lists.length > 0 && (
          <li>
            <span className={styles.quiet}>Can never be {done}</span>
            <span className={styles.end}>
              {never === 0 ? (
                '0'
              ) : (
                <Link to="/main/livemonitoring" search={linkSearch({ campaignId })}>
                  {formatNumber(never)}
                </Link>
              )}
            </span>
          </li>
        )}
      </ul>
    </section>
  );
}

function AttachedList({ list }: { list: CallList }) {
  return (
    <li>
      <Link
        to="/main/calllist"
        search={linkSearch({ callListId: list.callListId })}
        className={styles.name}
        title={list.originalFileName}
      >
        {list.originalFileName}
      </Link>
      <StatusDot color={listStatusColor(list.callListStatusId)}>
        {list.callListStatusName}
      </StatusDot>
      <span className={styles.end}>{formatNumber(list.phoneCount)}</span>
    </li>
  );
}

function NoLists({ campaignId }: { campaignId: number }) {
  return (
    <p className={styles.quiet}>
      No contact list yet.{' '}
      {campaignId === 0 ? (
        'Upload one after you have saved the campaign.'
      ) : (
        <Link to="/main/upload">Upload one</Link>
      )}
    </p>
  );
}

/** The newest lists first; `never` is undefined until known. */
function useAttached(campaignId: number) {
  const { clientId } = useManager();
  const query = { clientId };
  const stored = campaignId !== 0;
  const lists = useQuery({
    queryKey: queryKey(listCallLists, query),
    queryFn: ({ signal }) => api(listCallLists, { query, signal }),
    enabled: stored,
    refetchInterval: refreshEvery,
    select: (all) =>
      all
        .filter((list) => list.campaignId === campaignId)
        .sort((a, b) => b.callListId - a.callListId),
  });
  const funnel = useQuery({
    queryKey: queryKey(readCampaignFunnel, { campaignId }),
    queryFn: ({ signal }) => api(readCampaignFunnel, { params: { id: campaignId }, query, signal }),
    enabled: stored,
    refetchInterval: refreshEvery,
    select: ({ barred }) => barred.reduce((sum, { count }) => sum + count, 0),
  });
  return { lists: stored ? lists.data : [], never: funnel.data };
}
