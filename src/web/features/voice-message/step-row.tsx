import { voiceMessageTexts } from '#contract/voice-message.ts';
import { formatDuration } from '#web/lib/format.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Token } from '#web/ui/chip.tsx';
import { EllipsisIcon } from '#web/ui/icons.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { GripIcon } from '#web/ui/screen-icons.tsx';
import { type DraftStep, voiceRemoved } from './draft.ts';
import styles from './step-list.module.css';
import { secondsOfStep } from './step-sound.ts';
import { fieldName, howSpoken, isField, kindOf, type StepNames } from './step-words.ts';
import type { Grip } from './use-drag.ts';

interface StepRowProps {
  step: DraftStep;
  number: number;
  last: boolean;
  names: StepNames;
  open: boolean;
  dragged: boolean;
  /** Where a dragged step would land. */
  target: 'above' | 'below' | undefined;
  grip: Grip;
  /** Why no other step can be opened now. */
  busy: string | undefined;
  onOpen: () => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}

/** Two lines: kind and voice, then what is heard. */
export function StepRow(props: StepRowProps) {
  const { step, number, last, names, open, busy, onOpen, onMove, onRemove } = props;
  const Drawn = kindOf(step.messageStepType)?.icon;
  const elsewhere = open ? undefined : busy;
  // 0 while the length of a stored sound is not known yet.
  const seconds = secondsOfStep(step, names);
  return (
    <li
      className={`${styles.row} ${open ? styles.open : ''} ${props.dragged ? styles.dragged : ''}`}
      data-target={props.target}
    >
      <span className={styles.grip} aria-hidden="true" {...props.grip}>
        <GripIcon />
      </span>
      <button
        type="button"
        className={styles.main}
        data-step={step.key}
        aria-current={open || undefined}
        aria-disabled={elsewhere !== undefined || undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        title={elsewhere}
        onClick={() => elsewhere === undefined && onOpen()}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
          if (!event.altKey || by === 0) return;
          event.preventDefault();
          onMove(by);
        }}
      >
        <span className={styles.number}>{number}</span>
        <span className={styles.icon}>{Drawn && <Drawn size={18} />}</span>
        <span className={styles.words}>
          <span className={styles.kind}>{howSpoken(step, names)}</span>
          {voiceRemoved(step, names.voices) && (
            <span className={styles.fault}>{voiceMessageTexts.voiceRemoved}</span>
          )}
          <span className={styles.heard}>
            {isField(step) ? <Token>{fieldName(step, names)}</Token> : step.value}
          </span>
        </span>
        <span className={styles.length}>{seconds > 0 && formatDuration(seconds)}</span>
      </button>
      <Menu
        label={`Step ${number}`}
        items={[
          { label: 'Edit', hint: 'Enter', reason: elsewhere, onSelect: onOpen },
          {
            label: 'Move up',
            hint: 'Alt ↑',
            reason: number === 1 ? 'This is the first step.' : undefined,
            onSelect: () => onMove(-1),
          },
          {
            label: 'Move down',
            hint: 'Alt ↓',
            reason: last ? 'This is the last step.' : undefined,
            onSelect: () => onMove(1),
          },
          { label: 'Delete', danger: true, separated: true, onSelect: onRemove },
        ]}
      >
        <IconButton label={`Actions for step ${number}`} icon={EllipsisIcon} />
      </Menu>
    </li>
  );
}
