import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Campaign, CampaignStats } from '../../../contract/campaign.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { buttonClass, IconButton } from '../../ui/button.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons.tsx';
import { StackedBar } from '../../ui/progress-bar.tsx';
import { countsOf, shareOf } from './counts.ts';
import { inWords } from './results.tsx';
import { offersStop } from './run-state.ts';
import styles from './todays-lists.module.css';
import { useListStats } from './use-monitoring.ts';

export interface TodaysList {
  callListId: number;
  originalFileName: string;
}

interface TodaysListsProps {
  campaign: Campaign;
  lists: readonly TodaysList[];
}

const perPage = 5;
const ticks = [0, 20, 40, 60, 80, 100];

/** A bar for each list of today, in the colours of the results, on lines at every 20%. */
export function TodaysLists({ campaign, lists }: TodaysListsProps) {
  const [asked, setPage] = useState(0);
  const page = Math.min(asked, Math.max(0, Math.ceil(lists.length / perPage) - 1));
  const first = page * perPage;
  const shown = lists.slice(first, first + perPage);
  const stats = useListStats(
    campaign.campaignType,
    shown.map(({ callListId }) => callListId),
    offersStop(campaign.campaignStatusId),
  );
  return (
    <section className={styles.today} aria-label="Only Today's">
      <header>
        <h3>Only Today's</h3>
        {lists.length > 1 && (
          <div className={styles.pager}>
            <span>
              Lists {first + 1}–{first + shown.length} of {lists.length}
            </span>
            <IconButton
              label="Previous lists"
              icon={ChevronLeftIcon}
              reason={page === 0 ? 'These are the first lists' : undefined}
              onClick={() => setPage(page - 1)}
            />
            <IconButton
              label="Next lists"
              icon={ChevronRightIcon}
              reason={first + perPage >= lists.length ? 'There are no more lists' : undefined}
              onClick={() => setPage(page + 1)}
            />
          </div>
        )}
      </header>
      {lists.length === 0 ? (
        <NoLists />
      ) : (
        <>
          <ul className={styles.bars}>
            {shown.map((list) => (
              <ListBar key={list.callListId} list={list} stats={stats.data?.get(list.callListId)} />
            ))}
          </ul>
          <div className={styles.axis} aria-hidden="true">
            <div>
              {ticks.map((tick) => (
                <span key={tick} style={{ left: `${tick}%` }}>
                  {tick}%
                </span>
              ))}
            </div>
          </div>
        </>
      )}
    </section>
  );
}

interface ListBarProps {
  list: TodaysList;
  /** Absent for the moment before the first answer. */
  stats: CampaignStats | undefined;
}

function ListBar({ list, stats }: ListBarProps) {
  const counts = stats && countsOf(stats);
  return (
    <li>
      <span className={styles.name} title={list.originalFileName}>
        {list.originalFileName}
      </span>
      <span className={styles.bar}>
        <StackedBar
          parts={counts?.parts ?? []}
          total={counts?.total ?? 0}
          label={counts ? inWords(counts) : 'Loading ...'}
        />
      </span>
      <span className={styles.count}>
        {counts && `${formatNumber(counts.called)} of ${formatNumber(counts.total)}`}
      </span>
      <span className={styles.share}>
        {counts && formatPercent(shareOf(counts.called, counts.total))}
      </span>
    </li>
  );
}

function NoLists() {
  return (
    <div className={styles.none}>
      <strong>No contact lists for this campaign</strong>
      <p>A list is shown while it can be called, and on days when it was.</p>
      <Link className={buttonClass({})} to="/main/upload">
        Upload a contact list
      </Link>
    </div>
  );
}
