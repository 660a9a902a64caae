import { tourSteps } from '#contract/tour.ts';
import { Button } from '../button.tsx';
import { AnswerLine } from './answer-line.tsx';
import { KillLine } from './kill-line.tsx';
import { Line } from './line.tsx';
import { forecastWords, storyWords, whyWords } from './line-words.ts';
import styles from './tour.module.css';
import { useShowTour, useTour } from './use-tour.ts';

/** Five things to try, each on an example out of the demo's own data; a tick is what happened. */
export function TryThis() {
  const tour = useTour({ live: true });
  const show = useShowTour();
  if (!tour) return null;
  const done = tourSteps.filter((step) => tour[step].done).length;
  return (
    <section className={styles.card} aria-label="Try this">
      <header>
        <h2>Try this</h2>
        <p>
          {done} of {tourSteps.length} done. Everything here is made up.
        </p>
        <Button size="sm" variant="plain" busy={show.isPending} onClick={() => show.mutate('away')}>
          Put away
        </Button>
      </header>
      <ol>
        <Line line={tour.why} {...whyWords(tour)} />
        <Line line={tour.story} {...storyWords(tour)} />
        <Line line={tour.forecast} {...forecastWords(tour)} />
        <AnswerLine line={tour.stop} />
        <KillLine line={tour.kill} />
      </ol>
    </section>
  );
}
