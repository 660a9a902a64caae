import { Bell } from '#web/ui/mark.tsx';
import styles from './page.module.css';

/** Middle and scale of each bell below the beam. */
const bells = [
  [79, 12.7],
  [195, 10.9],
  [296, 9.2],
  [383, 7.9],
  [457, 7],
  [521, 6],
  [577, 5.1],
  [625, 4.5],
] as const;

/** Eight bells falling in size under a beam, in the line colour. Decoration only. */
export function CarillonPicture() {
  return (
    <svg viewBox="0 0 664 180" className={styles.bells} aria-hidden="true">
      <rect x="0" y="0" width="664" height="8" rx="4" />
      {bells.map(([middle, scale]) => (
        <Bell
          key={middle}
          at={`translate(${middle - 5 * scale} ${19 - 0.4 * scale}) scale(${scale})`}
          clapper
        />
      ))}
    </svg>
  );
}
