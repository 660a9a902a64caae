import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { InboundText, TextDecision } from '#contract/inbound-text.ts';
import { formatNumber, formatPhone } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { easternTime } from './columns.tsx';
import styles from './undecided.module.css';
import { useUndecided } from './use-undecided.ts';

/** One key each, on the row that has the focus. */
const keys: Record<string, TextDecision> = { o: 'optOut', k: 'keep' };

/** Milliseconds before a key can decide on a row that just got the focus, so that it is read. */
const readFor = 300;

/** Texts that may be opt-outs, longest waiting first; renders nothing when there are none. */
export function UndecidedTexts({ onOpen }: { onOpen: (text: InboundText) => void }) {
  const { texts, total, busy, decide } = useUndecided();
  const rows = useRowKeys(texts, decide, onOpen);
  if (texts.length === 0) return null;
  return (
    <section className={styles.desk} aria-labelledby="undecided">
      <div className={styles.head}>
        <h2 id="undecided">
          Unclear Texts <span className={styles.count}>{formatNumber(total)}</span>
        </h2>
        <p id="undecided-hint">
          These may be opt-outs. These numbers are not called or texted until you decide.
          <span className={styles.hint}>
            {' '}
            <kbd>O</kbd> opts out, <kbd>K</kbd> keeps, the arrow keys move.
          </span>
        </p>
      </div>
      <div className={styles.scroller}>
        <table
          {...grid}
          ref={rows.table}
          className={styles.table}
          aria-label="Unclear Texts"
          aria-describedby="undecided-hint"
          onKeyDown={rows.onKeyDown}
        >
          <tbody>
            {texts.map((text, at) => (
              <tr
                key={text.id}
                data-at={at}
                tabIndex={at === rows.active ? 0 : -1}
                aria-keyshortcuts="O K"
                onFocus={() => rows.setActive(at)}
              >
                <td className={styles.who}>
                  <strong>{formatPhone(text.phoneNumber)}</strong>
                  <span>{easternTime(text)}</span>
                </td>
                <td className={styles.message}>{text.message || '--'}</td>
                <td className={styles.actions}>
                  <Decision text={text} decision="optOut" {...{ busy, decide: rows.decide }} />
                  <Decision text={text} decision="keep" {...{ busy, decide: rows.decide }} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface DecisionProps {
  busy: ReadonlySet<number>;
  decide: (text: InboundText, decision: TextDecision) => void;
  text: InboundText;
  decision: TextDecision;
}

function Decision({ text, decision, busy, decide }: DecisionProps) {
  const words = decision === 'optOut' ? 'Opt out' : 'Keep';
  return (
    <Button
      size="sm"
      variant={decision === 'optOut' ? 'danger' : 'quiet'}
      busy={busy.has(text.id)}
      onClick={() => decide(text, decision)}
    >
      {words} <kbd>{decision === 'optOut' ? 'O' : 'K'}</kbd>
      <span className="visually-hidden">{formatPhone(text.phoneNumber)}</span>
    </Button>
  );
}

/** One row is in the tab order. After a decision the focus keeps its index, on the next row. */
function useRowKeys(
  texts: readonly InboundText[],
  decide: (text: InboundText, decision: TextDecision) => void,
  onOpen: (text: InboundText) => void,
) {
  const table = useRef<HTMLTableElement>(null);
  const [index, setActive] = useState(0);
  const active = Math.min(index, texts.length - 1);
  /** A decision removes the row that has the focus. */
  const decided = useRef(false);
  const movedAt = useRef(Number.NEGATIVE_INFINITY);

  const focus = (at: number) =>
    table.current?.querySelector<HTMLElement>(`tr[data-at="${at}"]`)?.focus();

  useLayoutEffect(() => {
    if (!decided.current || document.activeElement !== document.body) return;
    decided.current = false;
    movedAt.current = performance.now();
    if (active >= 0) focus(active);
    else document.getElementById('content')?.focus();
  });

  const decideHere = (text: InboundText, decision: TextDecision) => {
    decided.current = true;
    decide(text, decision);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = (event.target as HTMLElement).closest<HTMLElement>('tr[data-at]');
    const at = Number(row?.dataset.at);
    const text = texts[at];
    if (!text) return;
    const decision = keys[event.key.toLowerCase()];
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: texts.length - 1 }[event.key];
    // A key held down or pressed twice would decide on rows that have only just appeared.
    const unread = event.repeat || performance.now() - movedAt.current < readFor;
    if (decision) {
      if (!unread) decideHere(text, decision);
    } else if (next !== undefined) {
      movedAt.current = Number.NEGATIVE_INFINITY;
      focus(Math.max(0, Math.min(texts.length - 1, next)));
    } else if (event.key === 'Enter' && event.target === row) onOpen(text);
    else return;
    event.preventDefault();
  };
  return { table, active, setActive, onKeyDown, decide: decideHere };
}

/** Rows take focus and keys, unlike in a plain table: the grid pattern of ARIA. */
const grid = { role: 'grid' } as const;
