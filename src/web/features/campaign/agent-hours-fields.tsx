import { type AgentHours, agentTexts, mostAgentHours } from '#contract/agents.ts';
import { DayToggles } from '#web/features/campaign/day-toggles.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { CloseIcon, PlusIcon } from '#web/ui/icons.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './agent-hours.module.css';
import type { FieldsProps } from './editor-parts.ts';

const usual: AgentHours = { weekdays: '1111100', from: '09:00', until: '17:00', agentCount: 1 };

/** Other numbers of agents at some hours; without any, the agent count always holds. */
export function AgentHoursFields({ draft, change, errorAt }: FieldsProps) {
  const { agentSchedule: hours } = draft;
  const put = (agentSchedule: AgentHours[]) => change({ agentSchedule });
  const full = hours.length >= mostAgentHours ? agentTexts.hours : undefined;
  const added = { ...usual, agentCount: draft.agentCount || usual.agentCount };
  return (
    <section className={styles.group} aria-label="Agents by the hour">
      <div className={styles.heading}>
        <h2>Agents by the hour</h2>
        <Button size="sm" icon={PlusIcon} reason={full} onClick={() => put([...hours, added])}>
          Add hours
        </Button>
      </div>
      <p className={styles.note}>
        {hours.length === 0
          ? 'The agent count holds at every hour.'
          : 'The first line that holds decides. At other hours the agent count holds.'}
      </p>
      {hours.length > 0 && (
        <ol className={styles.lines}>
          {hours.map((line, at) => (
            <li key={keyOf(hours, at)} aria-label={`Hours ${at + 1}`}>
              <HoursFields
                line={line}
                at={at}
                errorAt={errorAt}
                onPut={(next) => put(hours.with(at, next))}
              />
              <IconButton
                label={`Remove hours ${at + 1}`}
                icon={CloseIcon}
                onClick={() => put(hours.toSpliced(at, 1))}
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Lines have no name of their own: a removed one must not leave its typed text to the next. */
function keyOf(hours: readonly AgentHours[], at: number): string {
  return `${hours.length}-${at}`;
}

interface HoursFieldsProps extends Pick<FieldsProps, 'errorAt'> {
  line: AgentHours;
  at: number;
  onPut: (line: AgentHours) => void;
}

function HoursFields({ line, at, errorAt, onPut }: HoursFieldsProps) {
  const path = (field: keyof AgentHours) => `agentSchedule.${at}.${field}`;
  return (
    <div className={styles.fields}>
      <DayToggles
        label={`Weekdays of hours ${at + 1}`}
        value={line.weekdays}
        error={errorAt(path('weekdays'))}
        onChange={(weekdays) => onPut({ ...line, weekdays })}
      />
      <div className={styles.three}>
        <TextField
          label="From (ET)"
          type="time"
          value={line.from}
          error={errorAt(path('from'))}
          onChange={(from) => onPut({ ...line, from })}
        />
        <TextField
          label="Until (ET)"
          type="time"
          value={line.until}
          error={errorAt(path('until'))}
          onChange={(until) => onPut({ ...line, until })}
        />
        <NumberField
          label="Agents"
          value={line.agentCount}
          error={errorAt(path('agentCount'))}
          onChange={(count) => onPut({ ...line, agentCount: count ?? Number.NaN })}
        />
      </div>
    </div>
  );
}
