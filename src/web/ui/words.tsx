import type { ReactNode } from 'react';
import styles from './words.module.css';

/** A piece of a sentence: plain, a value of the form, or what is still missing. */
export type Piece = string | { value: string } | { missing: string };

/** What a form means, a sentence to a paragraph; it changes with each key. */
export function InWords({ sentences }: { sentences: readonly (readonly Piece[])[] }) {
  return (
    <section aria-label="In words">
      <h2>In words</h2>
      {sentences.map((pieces) => (
        <Sentence key={plainWords(pieces)} pieces={pieces} />
      ))}
    </section>
  );
}

/** The form's values stand out; what is missing is said quietly. */
function Sentence({ pieces }: { pieces: readonly Piece[] }) {
  const shown: ReactNode[] = [];
  let at = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') shown.push(piece);
    else if ('value' in piece) shown.push(<strong key={at}>{piece.value}</strong>);
    else shown.push(<em key={at}>{piece.missing}</em>);
    at += textOf(piece).length;
  }
  return <p className={styles.words}>{shown}</p>;
}

/** The sentence as it is read. */
export function plainWords(pieces: readonly Piece[]): string {
  return pieces.map(textOf).join('');
}

function textOf(piece: Piece): string {
  if (typeof piece === 'string') return piece;
  return 'value' in piece ? piece.value : piece.missing;
}
