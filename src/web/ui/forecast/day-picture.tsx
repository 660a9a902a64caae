import type { CampaignForecast } from '#contract/forecast.ts';
import { zoneWords } from '#domain/zone-words.ts';
import { formatNumber } from '#web/lib/format.ts';
import { formatLocalTime } from '#web/lib/local-time.ts';
import { momentWords } from '#web/lib/moment-words.ts';
import { counted } from '#web/lib/plural.ts';
import { platformNow } from '#web/lib/simulation.ts';
import styles from './forecast.module.css';

const slotMs = 1_800_000;
const slots = 48;
/** More zones are in the table of the funnel. */
const mostShown = 8;

interface ZoneRow {
  name: string;
  count: number;
  /** By half hour: whether it is open, and how many are called on average. */
  open: boolean[];
  attempts: number[];
}

/** A day by zone, from the begin of the run on: when people may be called there, and when they are. */
export function DayPicture({ forecast, level }: { forecast: CampaignForecast; level: 2 | 3 }) {
  // One below the panel's heading.
  const Heading = level === 2 ? 'h3' : 'h4';
  const { at, zonesFrom } = forecast;
  const from = Date.parse(zonesFrom);
  const title =
    zonesFrom === at
      ? 'The next 24 hours'
      : `24 hours from ${momentWords(zonesFrom, platformNow())}`;
  const rows = rowsOf(forecast, from);
  const most = Math.max(1, ...rows.flatMap(({ attempts }) => attempts));
  const marks = Array.from({ length: 5 }, (_, at) => from + (at * slots * slotMs) / 4);
  return (
    <figure className={styles.picture} aria-label={`${title}, by zone`}>
      <Heading className={styles.subheading}>{title}</Heading>
      {rows.slice(0, mostShown).map((row) => (
        <div key={row.name} className={styles.zone}>
          <span>
            {row.name} <small>{formatNumber(row.count)}</small>
          </span>
          <div
            role="img"
            aria-label={rowWords(row, from, zonesFrom === at)}
            title={rowWords(row, from, zonesFrom === at)}
          >
            {row.attempts.map((attempts, slot) => (
              <i
                // biome-ignore lint/suspicious/noArrayIndexKey: slots are of fixed times
                key={slot}
                data-open={row.open[slot] || undefined}
              >
                <b
                  style={{ height: `${attempts <= 0 ? 0 : Math.max(8, (100 * attempts) / most)}%` }}
                />
              </i>
            ))}
          </div>
        </div>
      ))}
      <figcaption>
        {marks.map((at) => (
          <span key={at}>{formatLocalTime(new Date(at).toISOString())}</span>
        ))}
      </figcaption>
      <p>Shaded: contact is allowed there. Columns: when they are contacted.</p>
    </figure>
  );
}

/** Zones that people call by one name are one row. */
function rowsOf({ zones }: CampaignForecast, from: number): ZoneRow[] {
  const rows = new Map<string, ZoneRow>();
  for (const { zone, count, hours, attempts } of zones) {
    const name = zoneWords(zone);
    const open = Array.from({ length: slots }, (_, slot) => {
      const middle = from + (slot + 0.5) * slotMs;
      return hours.some((one) => middle >= Date.parse(one.from) && middle < Date.parse(one.until));
    });
    const known = rows.get(name);
    if (!known) rows.set(name, { name, count, open, attempts: [...attempts] });
    else {
      known.count += count;
      known.attempts = known.attempts.map((sum, slot) => sum + (attempts[slot] ?? 0));
    }
  }
  return [...rows.values()].sort((a, b) => b.count - a.count);
}

/** "Hawaii: 40 numbers, open 1:00 PM to 2:00 AM, 40 contacted". */
function rowWords({ name, count, open, attempts }: ZoneRow, from: number, isNow: boolean): string {
  const first = open.indexOf(true);
  const shut = open.indexOf(false, first);
  const at = (slot: number) => formatLocalTime(new Date(from + slot * slotMs).toISOString());
  const hours =
    first < 0
      ? 'closed'
      : `open ${first === 0 && isNow ? 'now' : `from ${at(first)}`}${shut < 0 ? '' : ` to ${at(shut)}`}`;
  const made = Math.round(attempts.reduce((sum, one) => sum + one, 0));
  return `${name}: ${counted(count, 'number')}, ${hours}, ${formatNumber(made)} contacts`;
}
