import { Link } from '@tanstack/react-router';
import { abandonmentLimit } from '#domain/governor/abandonment.ts';
import {
  abandonedSentence,
  mayLoseSentence,
  stateSentence,
  stateWords,
  windowSentence,
} from '#domain/governor/abandonment-words.ts';
import { formatNumber } from '#web/lib/format.ts';
import { counted as countedWords } from '#web/lib/plural.ts';
import { reportLink } from '#web/lib/report-link.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { FigureLink } from '#web/ui/figure-link.tsx';
import { StatusDot } from '#web/ui/status-dot.tsx';
import styles from './abandonment.module.css';
import { axisWords, dayWords, placesOf } from './abandonment-axis.ts';
import type { DetailData } from './use-monitoring.ts';

type Guarded = NonNullable<DetailData['abandonment']>;
type Day = Guarded['days'][number];

interface AbandonmentProps {
  campaignId: number;
  abandonment: Guarded;
}

const colors = { free: 'green', careful: 'purple', agent_first: 'red' } as const;

/** How near a Linkback is to 3 % abandoned calls, and how it is paced for it. */
export function Abandonment({ campaignId, abandonment }: AbandonmentProps) {
  const { state, window, since, waitSeconds, abandoned, days } = abandonment;
  const from = new Date(days.find(({ day }) => day >= since)?.from ?? 0);
  const to = new Date(days.at(-1)?.to ?? 0);
  const words = abandonedSentence(abandonment);
  const counted = `${formatNumber(abandoned)} of ${formatNumber(abandonment.persons)} abandoned`;
  return (
    <section className={styles.abandonment} aria-label="Abandonment">
      <h3>Abandonment</h3>
      <p className={styles.state}>
        <StatusDot color={colors[state]}>{stateWords[state]}</StatusDot>
      </p>
      <p>
        {abandoned > 0 ? (
          <>
            <FigureLink
              inText
              to={callsOf(campaignId, { from, to })}
              label={`${counted}: show the calls`}
            >
              {counted}
            </FigureLink>
            {words.slice(counted.length)}
          </>
        ) : (
          words
        )}{' '}
        {stateSentence(abandonment)}
      </p>
      {days.length > 0 && <Days campaignId={campaignId} days={days} />}
      <p className={styles.note}>
        {windowSentence(window, dayWords(since))} {mayLoseSentence(abandonment, dayWords)} A call is
        abandoned when its person asks for an agent and gets none within{' '}
        {countedWords(waitSeconds, 'second')}.
      </p>
    </section>
  );
}

/** A column for each day: its height is the share abandoned, and the line is at 3 %. */
function Days({ campaignId, days }: { campaignId: number; days: readonly Day[] }) {
  const share = ({ persons, abandoned }: Day) => abandoned / Math.max(1, persons);
  const top = Math.max(2 * abandonmentLimit, ...days.map(share));
  const [first, last] = axisWords(days, platformNow());
  return (
    <figure className={styles.days} aria-label="Abandoned by day">
      <div className={styles.columns}>
        <span
          className={styles.limit}
          style={{ bottom: `${(100 * abandonmentLimit) / top}%` }}
          aria-hidden
        />
        {placesOf(days).map(({ day, counted: one }) => {
          if (!one) return <span key={day} className={styles.nothing} aria-hidden />;
          const label = `${dayWords(one.day)}: ${formatNumber(one.abandoned)} of ${formatNumber(one.persons)} abandoned`;
          const isOver = share(one) > abandonmentLimit;
          const target = one.abandoned > 0 ? callsOf(campaignId, rangeOf(one)) : undefined;
          return target ? (
            <Link key={one.day} {...target} aria-label={label} title={label}>
              <Column share={share(one) / top} isOver={isOver} />
            </Link>
          ) : (
            <span key={one.day} role="img" aria-label={label} title={label}>
              <Column share={share(one) / top} isOver={isOver} />
            </span>
          );
        })}
      </div>
      <figcaption>
        <span>{first}</span>
        <span>line at 3 %</span>
        <span>{last}</span>
      </figcaption>
    </figure>
  );
}

function Column({ share, isOver }: { share: number; isOver: boolean }) {
  return (
    <span className={isOver ? styles.over : styles.under} style={{ height: `${100 * share}%` }} />
  );
}

function rangeOf({ from, to }: Day) {
  return { from: new Date(from), to: new Date(to) };
}

/** Exactly those that the figure counts: by the present rule, on the day of their end. */
function callsOf(campaignId: number, finishTime: { from: Date; to: Date }) {
  return reportLink({ campaigns: [campaignId], abandoned: true, finishTime });
}
