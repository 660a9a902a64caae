import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CampaignForecast, ForecastSpread } from '#contract/forecast.ts';
import { formatNumber } from '#web/lib/format.ts';
import { linkSearch } from '#web/lib/link-search.ts';
import { counted } from '#web/lib/plural.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { Button } from '../button.tsx';
import { messageOf } from '../error-message.ts';
import { Figure, Figures } from '../figure.tsx';
import { FigureLink } from '../figure-link.tsx';
import { ErrorBand } from '../notice-band.tsx';
import { useTourStep } from '../tour/use-tour.ts';
import { useInView } from '../use-in-view.ts';
import { DayPicture } from './day-picture.tsx';
import styles from './forecast.module.css';
import { Sliders } from './sliders.tsx';
import { type AsSet, isRestUnsaved, isTried, type Tried, triedSchedule, unsaved } from './tried.ts';
import { useForecast, useKeptForecasts } from './use-forecast.ts';
import {
  atLeastWords,
  doubtWords,
  finishWords,
  gradeWords,
  neverWords,
  rangeWords,
  writeMoney,
  writeShare,
} from './words.ts';

interface ForecastPanelProps {
  campaignId: number;
  asSet: AsSet;
  /** As it is saved, where an editor may have it otherwise. */
  saved?: AsSet | undefined;
  /** It runs: nothing about its start can be tried. */
  running?: boolean;
  /** Of the heading: the panel is a part of a screen or of a part of one. */
  level?: 2 | 3;
  /** Asked for with a button: a screen that many watch does not make one for each of them. */
  folded?: boolean;
  /** A link led here for it: it is open, and in view. */
  asked?: boolean;
}

/** What will come of a campaign, before it is started or while it runs, and what if. It saves nothing. */
export function ForecastPanel(props: ForecastPanelProps) {
  const { campaignId, running = false, level = 2, folded = false, asked = false } = props;
  const [open, setOpen] = useState(!folded || asked);
  const section = useRef<HTMLElement>(null);
  useInView(section, asked);
  const [busy, setBusy] = useState(false);
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section ref={section} className={styles.forecast} aria-label="Forecast">
      <div className={styles.heading}>
        <Heading>{running ? 'How it will go' : 'Before you start'}</Heading>
        <span role="status" aria-label="Calculation" className={styles.busy}>
          {open && busy && 'Calculating ...'}
        </span>
        {folded && (
          <Button size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide the forecast' : 'Show the forecast'}
          </Button>
        )}
      </div>
      {open && <Opened {...props} level={level} running={running} onBusy={setBusy} />}
      <Earlier campaignId={campaignId} level={level} />
    </section>
  );
}

interface OpenedProps extends ForecastPanelProps {
  level: 2 | 3;
  running: boolean;
  /** Whether what is shown is not the answer to what is set. */
  onBusy: (busy: boolean) => void;
}

function Opened({ campaignId, asSet, saved, level, running, onBusy }: OpenedProps) {
  const [tried, setTried] = useState<Tried>({});
  const { data, error, behind } = useForecast(campaignId, {
    ...unsaved(asSet, saved),
    ...tried,
  });
  useTourStep('forecast', data !== undefined && !behind && isTried(tried));
  const waits = behind && data !== undefined;
  useEffect(() => onBusy(waits), [waits, onBusy]);
  // The answer is beside what is dragged; what it is made of comes below.
  const busy = waits || undefined;
  return (
    <>
      {!data && (error ? <ErrorBand>{messageOf(error)}</ErrorBand> : <p>Loading ...</p>)}
      {data && (
        <div aria-busy={busy} className={styles.answer}>
          <Answer forecast={data} texts={asSet.kind === 'texting'} />
          {isRestUnsaved(asSet, saved) && (
            <p className={styles.doubt}>Some of your changes count here once they are saved.</p>
          )}
        </div>
      )}
      <Sliders asSet={asSet} running={running} tried={tried} onTry={setTried} />
      {data && (
        <div aria-busy={busy} className={styles.answer}>
          <Parts forecast={data} asSet={asSet} tried={tried} level={level} />
        </div>
      )}
    </>
  );
}

/** When it is done, and what limits that. */
function Answer({ forecast, texts }: { forecast: CampaignForecast; texts: boolean }) {
  const { fact, more } = finishWords(forecast, platformNow());
  return (
    <>
      <p role="status" className={styles.finish}>
        <strong>{fact}</strong> {more}
      </p>
      {doubtWords(forecast, texts).map((sentence) => (
        <p key={sentence} className={styles.doubt}>
          {sentence}
        </p>
      ))}
    </>
  );
}

interface PartsProps {
  forecast: CampaignForecast;
  asSet: AsSet;
  tried: Tried;
  /** Of the panel's heading. */
  level: 2 | 3;
}

function Parts({ forecast, asSet, tried, level }: PartsProps) {
  return (
    <>
      {forecast.reachable > 0 && <Amounts forecast={forecast} kind={asSet.kind} />}
      <Never {...{ forecast, texts: asSet.kind === 'texting', tried, level }} />
      {forecast.zones.length > 0 && <DayPicture forecast={forecast} level={level} />}
    </>
  );
}

function Amounts({ forecast, kind }: { forecast: CampaignForecast; kind: AsSet['kind'] }) {
  const { attempts, persons, machines, delivered, segments, key1, key9, optOuts } = forecast;
  const { cost, waitingAtStop, abandonment, idle } = forecast;
  if (kind === 'texting') {
    return (
      <>
        <Figures>
          <Amount label="Texts" of={attempts} />
          <Amount label="Delivered" of={delivered} />
          <Amount label="Segments" of={segments} />
          <Amount label="Opt-outs" of={optOuts} />
          <Amount label="Waiting at Stop" of={waitingAtStop} />
        </Figures>
        <p className={styles.doubt}>
          No cost is shown: texts have no price here. Carriers bill them by the segment.
        </p>
      </>
    );
  }
  return (
    <Figures>
      <Amount label="Calls" of={attempts} />
      <Amount label="Persons" of={persons} />
      <Amount label="Machines" of={machines} />
      <Amount label="Press 1" of={key1} />
      <Amount label="Press 9, opt out" of={key9} />
      <Amount label="Cost" of={cost} write={writeMoney} />
      <Amount label="Waiting at Stop" of={waitingAtStop} />
      {kind === 'linkback' && <Amount label="Abandoned" of={abandonment} write={writeShare} />}
      {kind === 'linkback' && <Amount label="Agents idle" of={idle} write={writeShare} />}
    </Figures>
  );
}

interface AmountProps {
  label: string;
  of: ForecastSpread;
  write?: (value: number) => string;
}

/** The middle, with the range in which eight of ten lie; nothing where there is none. */
function Amount({ label, of, write = formatNumber }: AmountProps) {
  if (of.p50 === null) return null;
  return <Figure label={label} value={write(of.p50)} note={rangeWords(of, write)} />;
}

function Never({ forecast, texts, tried, level }: Omit<PartsProps, 'asSet'> & { texts: boolean }) {
  const { neverCallable, neverAtLeast, campaignId, doubts } = forecast;
  if (neverCallable.length === 0 && !neverAtLeast) return null;
  return (
    <div className={styles.never}>
      <Subheading level={level}>Never {texts ? 'texted' : 'called'} within the schedule</Subheading>
      {neverCallable.length > 0 && (
        <ul>
          {neverCallable.map(({ reason, count }) => (
            <li key={reason}>
              <span>{neverWords(reason)}</span>
              <Numbers {...{ campaignId, reason, count, tried }} />
            </li>
          ))}
        </ul>
      )}
      {neverAtLeast && <p>{atLeastWords(neverCallable.length > 0)}</p>}
      {doubts.includes('registry_outdated') && (
        <Link to="/main/policy">What the contact policy asks for</Link>
      )}
    </div>
  );
}

/** One below the panel's heading. */
function Subheading({ level, children }: { level: 2 | 3; children: ReactNode }) {
  const Heading = level === 2 ? 'h3' : 'h4';
  return <Heading className={styles.subheading}>{children}</Heading>;
}

function Numbers(props: {
  campaignId: number;
  reason: CampaignForecast['neverCallable'][number]['reason'];
  count: number;
  tried: Tried;
}): ReactNode {
  const { campaignId, reason, count, tried } = props;
  const search = linkSearch({ campaignId, part: 'never', reason, ...triedSchedule(tried) });
  return (
    <FigureLink
      to={{ to: '/main/numbers', search }}
      label={`${neverWords(reason)}: ${counted(count, 'number')}`}
    >
      {formatNumber(count)}
    </FigureLink>
  );
}

/** How the last forecasts of the campaign did. */
function Earlier({ campaignId, level }: { campaignId: number; level: 2 | 3 }) {
  const { data } = useKeptForecasts(campaignId);
  const now = platformNow();
  const last = data?.forecasts.slice(0, 3) ?? [];
  if (last.length === 0) return null;
  return (
    <div className={styles.earlier}>
      <Subheading level={level}>Earlier runs</Subheading>
      <ul>
        {last.map((one) => (
          <li key={one.at}>{gradeWords(one, now)}</li>
        ))}
      </ul>
      <Link to="/main/forecasts">How all forecasts did</Link>
    </div>
  );
}
