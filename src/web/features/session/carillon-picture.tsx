import { Bell } from '../../ui/mark.tsx';
import styles from './page.module.css';

/** Left edge and scale of each bell below the beam. */
const bells = [
  [21.5, 11.8],
  [145.3, 10.1],
  [253.1, 8.7],
  [346.2, 7.5],
  [429.3, 6.5],
  [507.2, 5.6],
  [573, 4.8],
  [604.5, 4.2],
] as const;

/** Eight bells falling in size under a beam, in the line colour. Decoration only. */
export function CarillonPicture() {
  return (
    <svg viewBox="0 0 664 180" className={styles.bells} aria-hidden="true">
      <rect x="0" y="0" width="664" height="8" rx="4" />
      {bells.map(([x, scale]) => (
        <Bell key={x} at={`translate(${x} 14) scale(${scale})`} clapper />
      ))}
    </svg>
  );
}
