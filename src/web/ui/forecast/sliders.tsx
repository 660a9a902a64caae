import { useId } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { Button } from '../button.tsx';
import styles from './forecast.module.css';
import { type AsSet, isTried, mostTried, type Tried } from './tried.ts';
import { dayAndTime } from './words.ts';

interface SlidersProps {
  asSet: AsSet;
  running: boolean;
  tried: Tried;
  onTry: (tried: Tried) => void;
}

const quarter = 900_000;
/** Of the law: no slider leaves them. */
const [earliest, latest] = [8, 21];
const wall = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
const hourOf = (time: string | undefined, usual: number) =>
  time === undefined ? usual : Number(time.slice(0, 2));
const hourWords = (hour: number) =>
  hour === 12 ? '12 PM' : hour < 12 ? `${hour} AM` : `${hour - 12} PM`;

/** Of what is not tried: rules and zones may have it narrower than the slider goes. */
const asSetWords = () => 'as set';

/** What if: answered while one drags. */
export function Sliders({ asSet, running, tried, onTry }: SlidersProps) {
  const { kind, rate, agents } = asSet;
  const change = (of: Tried) => onTry({ ...tried, ...of });
  const rateName = kind === 'texting' ? 'textPerMinute' : 'callsPerMinute';
  const [open, close] = [hourOf(tried.open, earliest), hourOf(tried.close, latest)];
  return (
    <fieldset className={styles.sliders}>
      <legend>What if</legend>
      {kind === 'linkback' ? (
        <Slider
          label="Agents"
          value={tried.agentCount ?? agents}
          min={1}
          max={mostTried(asSet)}
          onChange={(agentCount) => change({ agentCount })}
        />
      ) : (
        <Slider
          label={kind === 'texting' ? 'Texts a minute' : 'Calls a minute'}
          value={tried[rateName] ?? rate}
          min={0}
          max={mostTried(asSet)}
          onChange={(value) => change({ [rateName]: value })}
        />
      )}
      <Slider
        label="Hours from"
        value={open}
        min={earliest}
        max={close - 1}
        write={tried.open === undefined ? asSetWords : hourWords}
        onChange={(hour) => change({ open: wall(hour) })}
      />
      <Slider
        label="Hours until"
        value={close}
        min={open + 1}
        max={latest}
        write={tried.close === undefined ? asSetWords : hourWords}
        onChange={(hour) => change({ close: wall(hour) })}
      />
      {!running && <StartSlider tried={tried} onTry={change} />}
      <div className={styles.reset}>
        <Button
          size="sm"
          reason={isTried(tried) ? undefined : 'Nothing is changed.'}
          onClick={() => onTry({})}
        >
          As it is set
        </Button>
      </div>
    </fieldset>
  );
}

/** Steps of a quarter of an hour, through the next day. */
function StartSlider({ tried, onTry }: Pick<SlidersProps, 'tried' | 'onTry'>) {
  const now = platformNow().getTime();
  const first = Math.ceil(now / quarter) * quarter;
  const at =
    tried.start === undefined ? 0 : Math.round((Date.parse(tried.start) - first) / quarter) + 1;
  return (
    <Slider
      label="Start"
      value={Math.max(0, at)}
      min={0}
      max={96}
      write={() =>
        tried.start === undefined ? asSetWords() : dayAndTime(tried.start, platformNow())
      }
      onChange={(step) =>
        onTry({ start: new Date(step === 0 ? now : first + (step - 1) * quarter).toISOString() })
      }
    />
  );
}

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  write?: (value: number) => string;
  onChange: (value: number) => void;
}

function Slider({ label, value, min, max, write = formatNumber, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        value={value}
        aria-valuetext={write(value)}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
      <span>{write(value)}</span>
    </div>
  );
}
