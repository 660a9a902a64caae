import type { TextStanding } from '#contract/inbound-desk.ts';
import { type StatusColor, StatusDot } from '#web/ui/status-dot.tsx';
import styles from './page.module.css';

/** The word below `Opt out?`; no dot where there is nothing to see. */
const words: Record<TextStanding, { word: string; color?: StatusColor }> = {
  none: { word: 'No' },
  optIn: { word: 'Opted in', color: 'green' },
  optOut: { word: 'Opted out', color: 'red' },
  help: { word: 'Help', color: 'purple' },
  unclear: { word: 'Unclear', color: 'grey' },
  kept: { word: 'No' },
  blockedBefore: { word: 'Opted out before' },
};

export const standingWord = (standing: TextStanding) => words[standing].word;

/** After a text in its thread. */
export const standingSentence: Record<TextStanding, string> = {
  none: 'Not an opt-out.',
  optIn: 'Opted in.',
  optOut: 'Opted out.',
  help: 'Asked for help.',
  unclear: 'Unclear.',
  kept: 'Not an opt-out.',
  blockedBefore: 'Opted out before.',
};

export function Standing({ standing }: { standing: TextStanding }) {
  const { word, color } = words[standing];
  if (!color) return <span className={styles.quiet}>{word}</span>;
  return <StatusDot color={color}>{word}</StatusDot>;
}
