import type { CampaignFunnel } from '#contract/campaign-funnel.ts';
import { formatNumber, formatTimeSeconds } from '#web/lib/format.ts';
import type { LiveQuery } from '#web/lib/use-live-query.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { StackedBar } from '#web/ui/progress-bar.tsx';
import { StatusDot } from '#web/ui/status-dot.tsx';
import styles from './funnel.module.css';
import { type FunnelPart, funnelParts, leftOutWords } from './funnel-parts.ts';
import { percentOf } from './percents.ts';

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
        {data && <span>Counted at {formatTimeSeconds(data.at)} ET</span>}
      </header>
      {!data && (error ? <ErrorBand>{messageOf(error)}</ErrorBand> : <p>Loading ...</p>)}
      {data && data.loaded === 0 && <p>No numbers are loaded yet.</p>}
      {data && data.loaded > 0 && <Parts funnel={data} texts={texts} />}
      {data && <LeftOut funnel={data} />}
    </section>
  );
}

function Parts({ funnel, texts }: { funnel: CampaignFunnel; texts: boolean }) {
  const parts = funnelParts(funnel, texts);
  const words = parts.map(({ label, value }) => `${label} ${formatNumber(value)}`).join('; ');
  return (
    <>
      <StackedBar
        parts={parts.filter(({ hollow }) => !hollow)}
        total={funnel.loaded}
        label={words}
        height={8}
      />
      <dl className={styles.parts}>
        {parts.map((part) => (
          <Row key={part.id} part={part} loaded={funnel.loaded} />
        ))}
        <div className={styles.sum}>
          <dt>Loaded</dt>
          <dd>{formatNumber(funnel.loaded)}</dd>
          <dd className={styles.percent}>100%</dd>
        </div>
      </dl>
    </>
  );
}

function Row({ part, loaded }: { part: FunnelPart; loaded: number }) {
  const { label, value, color, hollow, note } = part;
  return (
    <div>
      <dt>
        <StatusDot color={color} hollow={hollow}>
          <span>{note ? `${label}, ${note}` : label}</span>
        </StatusDot>
      </dt>
      <dd>{formatNumber(value)}</dd>
      <dd className={styles.percent}>{percentOf(value, loaded)}</dd>
    </div>
  );
}

function LeftOut({ funnel }: { funnel: CampaignFunnel }) {
  const words = leftOutWords(funnel);
  return words ? <p className={styles.note}>{words}</p> : null;
}
