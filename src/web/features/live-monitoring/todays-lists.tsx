import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CampaignStats } from '#contract/campaign-stats.ts';
import { easternDay } from '#web/lib/eastern-format.ts';
import { formatNumber } from '#web/lib/format.ts';
import { formatLocalDateTime } from '#web/lib/local-time.ts';
import { percentOf } from '#web/lib/percents.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { buttonClass, IconButton } from '#web/ui/button.tsx';
import { FigureLink } from '#web/ui/figure-link.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from '#web/ui/icons.tsx';
import { StackedBar } from '#web/ui/progress-bar.tsx';
import { countsOf } from './counts.ts';
import { callsOf, targetOf } from './figure-targets.ts';
import { inWords } from './in-words.ts';
import styles from './todays-lists.module.css';

export interface TodaysList {
  callListId: number;
  originalFileName: string;
  /** Its latest attempt; null before the first. */
  lastCall: string | null;
  stats: CampaignStats;
}

interface TodaysListsProps {
  lists: readonly TodaysList[];
}

const perPage = 5;
const ticks = [0, 20, 40, 60, 80, 100];

/** A bar for each list of today, in the colours of the results, on lines at every 20%. */
export function TodaysLists({ lists }: TodaysListsProps) {
  const [asked, setPage] = useState(0);
  const page = Math.min(asked, Math.max(0, Math.ceil(lists.length / perPage) - 1));
  const first = page * perPage;
  const shown = lists.slice(first, first + perPage);
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
          <p className={styles.which}>
            Lists that were called today or can be. Each bar is the whole list.
          </p>
          <ul className={styles.bars}>
            {shown.map((list) => (
              <ListBar key={list.callListId} list={list} />
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

function ListBar({ list }: { list: TodaysList }) {
  const { callListId, originalFileName, stats } = list;
  const { total, called, parts } = countsOf(stats);
  const { campaignId } = stats;
  const ofList = { campaignId, callListId };
  return (
    <li>
      <span className={styles.name}>
        <span>{originalFileName}</span>
        <NotToday list={list} />
      </span>
      <span className={styles.bar}>
        <StackedBar
          parts={parts}
          total={total}
          label={inWords(parts)}
          linkOf={(part) => targetOf(ofList, part, ` of ${originalFileName}`)}
        />
      </span>
      <span className={styles.count}>
        <FigureLink
          inText
          to={callsOf(ofList, called)}
          label={`${formatNumber(called)} of ${originalFileName}`}
        >
          {formatNumber(called)}
        </FigureLink>{' '}
        of {formatNumber(total)}
      </span>
      <span className={styles.share}>{percentOf(called, total)}</span>
    </li>
  );
}

/** A list that stands here only because it can be called says so. */
function NotToday({ list: { lastCall, stats } }: { list: TodaysList }) {
  const now = platformNow();
  if (lastCall !== null && easternDay(new Date(lastCall)) === easternDay(now)) return null;
  const verb = stats.campaignType === 3 ? 'texted' : 'called';
  return (
    <span className={styles.notToday}>
      {lastCall === null ? `Not ${verb} yet` : `Last ${verb} ${formatLocalDateTime(lastCall, now)}`}
    </span>
  );
}

function NoLists() {
  return (
    <div className={styles.none}>
      <strong>No contact lists for this campaign</strong>
      <p>A list appears while it can be called and on days when it was called.</p>
      <Link className={buttonClass({})} to="/main/upload">
        Upload a contact list
      </Link>
    </div>
  );
}
