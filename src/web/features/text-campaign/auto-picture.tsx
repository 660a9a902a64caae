import styles from './text-campaign.module.css';

/** Left edges of five days, each with the hours of its calls. */
const days = [2, 58, 114, 170, 226];

/** The documents prescribe a picture without controls: a text campaign is started manually. */
export function AutoPicture() {
  return (
    <figure className={styles.auto}>
      <svg viewBox="0 0 316 104" aria-hidden="true">
        {days.map((x) => (
          <g key={x} transform={`translate(${x} 10)`}>
            <rect className={styles.day} width="48" height="76" rx="6" />
            <rect className={styles.head} x="14" y="10" width="20" height="5" rx="2.5" />
            <rect className={styles.hours} x="8" y="28" width="32" height="36" rx="3" />
          </g>
        ))}
        <circle className={styles.clock} cx="282" cy="74" r="24" />
        <path className={styles.hands} d="M282 60v14l9 6" />
      </svg>
      <figcaption>Start and stop text campaigns manually in Live Monitoring.</figcaption>
    </figure>
  );
}
