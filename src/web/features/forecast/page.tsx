import type { KeptForecast } from '#contract/forecast.ts';
import { formatNumber } from '#web/lib/format.ts';
import { momentWords } from '#web/lib/moment-words.ts';
import { counted } from '#web/lib/plural.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { useFirstStep } from '#web/ui/first-step.tsx';
import { useKeptForecasts } from '#web/ui/forecast/use-forecast.ts';
import { betweenWords, gradeWords } from '#web/ui/forecast/words.ts';
import { Page } from '#web/ui/page.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { CompactName } from '#web/ui/table/compact-name.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import styles from './page.module.css';

/** What was said when campaigns began to run, and what came of it. */
export function ForecastPage() {
  const query = useKeptForecasts();
  const { data } = query;
  const first = useFirstStep(data?.forecasts.length === 0);
  return (
    <Page
      title="Forecasts"
      sentence={`A forecast is kept when a campaign begins to run, and compared with its end. ${scoreOf(data)}`}
      times
    >
      <DataTable
        label="Kept forecasts"
        columns={columns}
        rows={data?.forecasts}
        rowKey={({ campaignId, at }) => `${campaignId} ${at}`}
        rowName={({ campaignName, at }) => `${campaignName}, ${momentWords(at, platformNow())}`}
        compact={(kept) => <Compact kept={kept} />}
        failure={refreshFailure(query, data && 'The list could not be refreshed.')}
        empty={{
          title: 'No forecasts yet',
          sentence: `One is kept each time a campaign begins to run. ${first.sentence}`,
          action: first.action,
        }}
      />
    </Page>
  );
}

function scoreOf(data: { graded: number; inside: number } | undefined): string {
  if (!data || data.graded === 0) return '';
  const { graded, inside } = data;
  return `${formatNumber(inside)} of ${counted(graded, 'run')} ended within the time that was said; about 8 of 10 should.`;
}

const grades = {
  inside: 'As said',
  earlier: 'Earlier than said',
  later: 'Later than said',
} as const;
const ungradedWords = {
  stopped: 'Was stopped',
  changed: 'Was changed meanwhile',
  no_finish: 'No end was said',
} as const;

function resultOf({ grade, ungraded }: KeptForecast): string {
  if (grade) return grades[grade];
  return ungraded ? ungradedWords[ungraded] : 'Still running';
}

const saidOf = ({ finish }: KeptForecast) => {
  const now = platformNow();
  if (finish.p10 === null) return 'Not done in time';
  return betweenWords(finish, now) || momentWords(finish.p10, now);
};

const columns: readonly Column<KeptForecast>[] = [
  {
    id: 'campaign',
    header: 'Campaign',
    value: ({ campaignName }) => campaignName,
    width: 208,
    grow: 2,
    look: 'name',
  },
  {
    id: 'at',
    header: 'Began',
    value: ({ at }) => momentWords(at, platformNow()),
    width: 150,
    sortable: false,
  },
  { id: 'said', header: 'Said', value: saidOf, width: 270, grow: 1, sortable: false },
  {
    id: 'ended',
    header: 'Was',
    value: ({ ended }) => (ended ? momentWords(ended, platformNow()) : ''),
    width: 150,
    sortable: false,
  },
  { id: 'grade', header: 'Result', value: resultOf, width: 190, sortable: false },
];

/** A row below 700 px; why a run has no grade is in the words already. */
function Compact({ kept }: { kept: KeptForecast }) {
  return (
    <>
      <CompactName>{kept.campaignName}</CompactName>
      <div className={styles.line}>{gradeWords(kept, platformNow())}</div>
      {kept.grade && <div className={styles.line}>{grades[kept.grade]}</div>}
    </>
  );
}
