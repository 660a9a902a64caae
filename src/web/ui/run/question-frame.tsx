import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { useClickOutside } from '../use-click-outside.ts';
import { useFloating } from '../use-floating.ts';
import styles from './question.module.css';

export interface QuestionProps {
  title: string;
  /** Below the title, quiet. */
  lead?: ReactNode;
  children?: ReactNode;
  /** At the foot, left of the buttons. */
  note?: ReactNode;
  confirmLabel: string;
  /** Why it cannot be confirmed. */
  reason?: string | undefined;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Below the button that asks; without one (a menu that closed, the palette) it is a dialog. */
export function Question({
  anchor,
  ...given
}: QuestionProps & { anchor: HTMLElement | undefined }) {
  return anchor?.isConnected ? (
    <QuestionPopover {...given} anchor={anchor} />
  ) : (
    <Dialog opened title={given.title} onClose={given.onClose} footer={<Foot {...given} />}>
      <Body {...given} />
    </Dialog>
  );
}

/** The focus is on Cancel: Enter says yes only after a move to it. Tab stays inside. */
function QuestionPopover({ anchor, ...given }: QuestionProps & { anchor: HTMLElement }) {
  const { title, onClose } = given;
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLElement>(anchor);
  const id = useId();
  useFloating(button, box, true, 'bottom-end');
  useLayoutEffect(() => {
    const opened = box.current;
    opened?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      // The focus is still on what is going away: back to where it came from.
      const lost = document.activeElement === document.body || document.activeElement === null;
      if ((lost || opened?.contains(document.activeElement)) && anchor.isConnected) anchor.focus();
    };
  }, [anchor]);
  // The second click of a double-click on the button does not close it again.
  useClickOutside(true, [box, button], onClose);
  useReposition(box, given);
  return (
    <div
      ref={box}
      role="dialog"
      aria-labelledby={id}
      popover="manual"
      className={styles.popover}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') {
          event.preventDefault();
          onClose();
        }
        if (event.key === 'Tab') keepInside(event, box.current);
      }}
    >
      <h2 id={id}>{title}</h2>
      <Body {...given} />
      <div className={styles.foot}>
        <Foot {...given} />
      </div>
    </div>
  );
}

/** It grows when its numbers arrive, and then stands beside its button again. */
function useReposition(box: React.RefObject<HTMLElement | null>, given: QuestionProps): void {
  const counted = given.children !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: its size follows what it shows.
  useEffect(() => {
    if (box.current) dispatchEvent(new Event('resize'));
  }, [box, counted, given.lead]);
}

function keepInside(event: React.KeyboardEvent, box: HTMLElement | null): void {
  const stops = [...(box?.querySelectorAll<HTMLElement>('button, a[href]') ?? [])];
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}

function Body({ lead, children }: QuestionProps) {
  return (
    <>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </>
  );
}

function Foot({ note, confirmLabel, reason, busy, onConfirm, onClose }: QuestionProps) {
  return (
    <>
      {note && <span className={styles.note}>{note}</span>}
      <Button size="sm" onClick={onClose} data-autofocus>
        Cancel
      </Button>
      <Button
        changes
        size="sm"
        variant="filled"
        reason={reason}
        busy={busy ?? false}
        onClick={onConfirm}
      >
        {confirmLabel}
      </Button>
    </>
  );
}

export interface CountRow {
  label: string;
  value: number;
}

/** Counts under one another, and what they add up to. */
export function CountTable({ rows, sum }: { rows: readonly CountRow[]; sum?: CountRow }) {
  return (
    <dl className={styles.counts}>
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatNumber(value)}</dd>
        </div>
      ))}
      {sum && (
        <div className={styles.sum}>
          <dt>{sum.label}</dt>
          <dd>{formatNumber(sum.value)}</dd>
        </div>
      )}
    </dl>
  );
}
