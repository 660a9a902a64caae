import { useState } from 'react';
import type { CampaignFunnel } from '#contract/campaign-funnel.ts';
import { formatNumber } from '#web/lib/format.ts';
import { formatLocalTime } from '#web/lib/local-time.ts';
import { counted } from '#web/lib/plural.ts';
import type { LiveQuery } from '#web/lib/use-live-query.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { FigureLink } from '#web/ui/figure-link.tsx';
import { ChevronDownIcon, ChevronRightIcon } from '#web/ui/icons.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { StackedBar } from '#web/ui/progress-bar.tsx';
import { StatusDot } from '#web/ui/status-dot.tsx';
import { closedSentences } from './closed-sentence.ts';
import { numbersOf } from './figure-targets.ts';
import styles from './funnel.module.css';
import { type FunnelPart, funnelParts, leftOutParts, leftOutWords } from './funnel-parts.ts';

interface FunnelProps {
  funnel: LiveQuery<CampaignFunnel>;
  /** The campaign sends texts. */
  texts: boolean;
}

/** How many numbers can be called, and what delays the others until when. */
export function Funnel({ funnel: { data, error }, texts }: FunnelProps) {
  return (
    <section className={styles.funnel} aria-label="Number status">
      <header>
        <h3>Number status</h3>
        {data && <span>Counted at {formatLocalTime(data.at, 'seconds')}</span>}
      </header>
      {!data && (error ? <ErrorBand>{messageOf(error)}</ErrorBand> : <p>Loading ...</p>)}
      {data && data.loaded === 0 && <p>No numbers are loaded yet.</p>}
      {data && data.loaded > 0 && <Parts funnel={data} texts={texts} />}
      {data && data.leftOut.length > 0 && <LeftOut funnel={data} />}
    </section>
  );
}

function Parts({ funnel, texts }: { funnel: CampaignFunnel; texts: boolean }) {
  const parts = funnelParts(funnel, texts);
  const words = parts.map(({ label, value }) => `${label} ${formatNumber(value)}`).join('; ');
  const { campaignId, loaded, followUps } = funnel;
  return (
    <>
      <StackedBar
        parts={parts.filter(({ hollow }) => !hollow)}
        total={loaded}
        label={words}
        height={8}
      />
      <dl className={styles.parts}>
        {parts.map((part) => (
          <Row key={part.id} part={part} campaignId={campaignId} />
        ))}
        <div className={styles.sum}>
          <dt>{followUps > 0 ? `Loaded, with ${counted(followUps, 'follow-up')}` : 'Loaded'}</dt>
          <dd>
            <FigureLink
              to={numbersOf(campaignId, { part: 'all' }, loaded)}
              label={`Loaded: ${counted(loaded, 'number')}`}
            >
              {formatNumber(loaded)}
            </FigureLink>
          </dd>
          <dd className={styles.percent}>100%</dd>
        </div>
      </dl>
      {closedSentences(funnel).map((sentence) => (
        <p key={sentence} className={styles.atLeast}>
          {sentence}
        </p>
      ))}
      {funnel.policyAtLeast && <p className={styles.atLeast}>{atLeastSentence(texts)}</p>}
    </>
  );
}

/** Of more contacts than are judged at once. */
const atLeastSentence = (texts: boolean) =>
  `There are too many contacts to judge them all: at least as many wait for the contact policy, and at most as many can be ${texts ? 'texted' : 'called'} now.`;

interface RowProps {
  part: FunnelPart;
  campaignId: number;
  /** Below the part that it belongs to. */
  within?: boolean;
}

/** One part; what waits for hours in several zones unfolds into them. */
function Row({ part, campaignId, within = false }: RowProps) {
  const [open, setOpen] = useState(false);
  const { label, value, color, hollow, note, percent, inside } = part;
  return (
    <>
      <div className={within ? styles.within : undefined}>
        <dt>
          <StatusDot color={color} hollow={hollow}>
            <span>
              {label}
              {note && <span className={styles.until}>, {note}</span>}
            </span>
          </StatusDot>
          {inside && (
            <button
              type="button"
              className={styles.fold}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              {open ? <ChevronDownIcon /> : <ChevronRightIcon />}
              {inside.length} zones
            </button>
          )}
        </dt>
        <dd>
          <FigureLink
            to={numbersOf(campaignId, part.opens, value)}
            label={`${label}: ${counted(value, 'number')}`}
          >
            {formatNumber(value)}
          </FigureLink>
        </dd>
        <dd className={styles.percent}>{percent}</dd>
      </div>
      {open && inside?.map((one) => <Row key={one.id} part={one} campaignId={campaignId} within />)}
    </>
  );
}

function LeftOut({ funnel }: { funnel: CampaignFunnel }) {
  return (
    <div className={styles.leftOut}>
      <p>{leftOutWords(funnel)}:</p>
      <ul>
        {leftOutParts(funnel).map(({ reason, count, opens }) => (
          <li key={reason}>
            {reason}{' '}
            <FigureLink
              inText
              to={numbersOf(funnel.campaignId, opens, count)}
              label={`${reason} ${formatNumber(count)} not loaded`}
            >
              {formatNumber(count)}
            </FigureLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
