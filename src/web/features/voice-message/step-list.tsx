import { useEffect, useRef, useState } from 'react';
import { maxSteps } from '#contract/voice-message.ts';
import { formatDuration } from '#web/lib/format.ts';
import { counted } from '#web/lib/plural.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './step-list.module.css';
import { StepRow } from './step-row.tsx';
import { secondsOfStep } from './step-sound.ts';
import { type StepNames, stepKinds } from './step-words.ts';
import { useDrag } from './use-drag.ts';
import type { EditedSteps } from './use-steps.ts';

interface StepListProps {
  draft: EditedSteps;
  names: StepNames;
}

/** The steps in the order of the call; dragged, or moved with Alt and the arrow keys. */
export function StepList({ draft, names }: StepListProps) {
  const { steps } = draft;
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const drag = useDrag(list, draft.moveStep);
  const toFocus = useRef<string>(undefined);
  useEffect(() => {
    if (toFocus.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-step="${toFocus.current}"]`)?.focus();
    toFocus.current = undefined;
  });
  const move = (from: number, to: number) => {
    if (to < 0 || to >= steps.length) return;
    toFocus.current = steps[from]?.key;
    draft.moveStep(from, to);
    setAnnouncement(`Step ${from + 1} is now step ${to + 1} of ${steps.length}.`);
  };
  const full =
    steps.length >= maxSteps ? `A message can have at most ${maxSteps} steps.` : undefined;
  const busy = draft.openChanged ? 'Save or cancel the open step first.' : undefined;
  return (
    <>
      <div className={styles.head}>
        <h2>Steps</h2>
        {steps.length > 0 && <p>{sumOf(draft, names)}</p>}
      </div>
      <ol className={styles.list} ref={list} aria-label="Steps in the order of the call">
        {steps.map((step, index) => (
          <StepRow
            key={step.key}
            step={step}
            number={index + 1}
            last={index === steps.length - 1}
            names={names}
            open={draft.open?.key === step.key}
            dragged={drag.from === index}
            target={drag.targetOf(index)}
            grip={drag.gripOf(index)}
            busy={busy}
            onOpen={() => draft.openStep(step)}
            onMove={(by) => move(index, index + by)}
            onRemove={() => draft.removeStep(step.key)}
          />
        ))}
        {steps.length === 0 && (
          <li className={styles.none}>No steps yet. Add what the called person hears first.</li>
        )}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
      <div className={styles.add}>
        <span>Add</span>
        {stepKinds.map(({ type, name, icon }) => (
          <Button
            key={type}
            size="sm"
            icon={icon}
            reason={full ?? busy}
            onClick={() => draft.addStep(type)}
          >
            {name}
          </Button>
        ))}
      </div>
    </>
  );
}

function sumOf({ steps }: EditedSteps, names: StepNames): string {
  const seconds = steps.reduce((sum, step) => sum + secondsOfStep(step, names), 0);
  const count = counted(steps.length, 'step');
  const rounded = Math.round(seconds);
  const length = rounded < 90 ? counted(rounded, 'second') : formatDuration(rounded);
  return `${count}, about ${length}, played in this order`;
}
