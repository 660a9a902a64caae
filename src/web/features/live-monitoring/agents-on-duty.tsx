import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mostAgents, setAgentsOnDuty } from '#contract/agents.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/plural.ts';
import { useReadOnly } from '#web/lib/rights.ts';
import { IconButton } from '#web/ui/button.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { PlusIcon } from '#web/ui/icons.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { MinusIcon } from '#web/ui/screen-icons.tsx';
import { busyWords } from './busy-words.ts';
import styles from './results.module.css';
import { overviewKey } from './use-monitoring.ts';

export interface Agents {
  campaignId: number;
  busy: number;
  onDuty: number;
  /** Some may be called before there is a customer. */
  first: boolean;
}

/** How many agents are on duty, with one more or fewer at each press: it holds from the answer on. */
export function AgentsOnDuty({ campaignId, busy, onDuty, first }: Agents) {
  const client = useQueryClient();
  const readOnly = useReadOnly();
  /** Presses that the server has not answered yet. */
  const [pending, setPending] = useState(0);
  /** What it answered last, until the screen's own figure is newer. */
  const [said, setSaid] = useState<number>();
  const set = useMutation({
    meta: { ownErrors: true },
    // A second press must reach the server after the first.
    scope: { id: 'agents on duty' },
    // The change, not the number: somebody else may be pressing, too.
    mutationFn: (press: { change: number }) =>
      api(setAgentsOnDuty, { params: { id: campaignId }, body: press, intent: press }),
    onSuccess: ({ agentsOnDuty }) => setSaid(agentsOnDuty),
    onSettled: (answer, _error, { change }) => {
      setPending((changes) => changes - change);
      const reread = client.invalidateQueries({ queryKey: overviewKey });
      const isOld = (value?: number) => value === answer?.agentsOnDuty;
      reread.then(() => setSaid((value) => (isOld(value) ? undefined : value)));
    },
  });
  const shown = Math.max(0, (said ?? onDuty) + pending);
  const press = (change: number) => {
    setPending((changes) => changes + change);
    set.mutate({ change });
  };
  return (
    <>
      <section className={styles.agents} aria-label="Agents on duty">
        <IconButton
          label="One agent fewer"
          icon={MinusIcon}
          reason={readOnly ?? (shown === 0 ? 'No agent is on duty.' : undefined)}
          onClick={() => press(-1)}
        />
        <strong role="status">{counted(shown, 'agent')} on duty</strong>
        <IconButton
          label="One agent more"
          icon={PlusIcon}
          reason={readOnly ?? (shown === mostAgents ? 'There can be no more.' : undefined)}
          onClick={() => press(1)}
        />
      </section>
      {set.error && <ErrorBand>{messageOf(set.error)}</ErrorBand>}
      <p className={styles.note}>
        {shown === 0 && 'Nobody is called until an agent is on duty. '}
        {busyWords(busy, first)}
      </p>
    </>
  );
}
