import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { mostAgents, setAgentsOnDuty } from '#contract/agents.ts';
import { api } from '#web/lib/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { counted } from '#web/lib/plural.ts';
import { useReadOnly } from '#web/lib/rights.ts';
import { IconButton } from '#web/ui/button.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { MinusIcon, PlusIcon } from '#web/ui/icons.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import styles from './results.module.css';
import { overviewKey } from './use-monitoring.ts';

export interface Agents {
  campaignId: number;
  busy: number;
  onDuty: number;
}

/** How many agents are on duty, with one more or fewer at each press: it holds from the answer on. */
export function AgentsOnDuty({ campaignId, busy, onDuty }: Agents) {
  const client = useQueryClient();
  const readOnly = useReadOnly();
  /** What was asked for last, until the screen's own figure says it. */
  const [asked, setAsked] = useState<number>();
  const set = useMutation({
    meta: { ownErrors: true },
    // A second press must reach the server after the first.
    scope: { id: 'agents on duty' },
    mutationFn: (agentsOnDuty: number) =>
      api(setAgentsOnDuty, { params: { id: campaignId }, body: { agentsOnDuty } }),
    onError: () => setAsked(undefined),
    onSettled: () => client.invalidateQueries({ queryKey: overviewKey }),
  });
  useEffect(() => {
    if (asked === onDuty) setAsked(undefined);
  }, [asked, onDuty]);
  const shown = asked ?? onDuty;
  const press = (agents: number) => {
    setAsked(agents);
    set.mutate(agents);
  };
  return (
    <>
      <section className={styles.agents} aria-label="Agents on duty">
        <IconButton
          label="One agent fewer"
          icon={MinusIcon}
          reason={readOnly ?? (shown === 0 ? 'No agent is on duty.' : undefined)}
          onClick={() => press(shown - 1)}
        />
        <strong role="status">{counted(shown, 'agent')} on duty</strong>
        <IconButton
          label="One agent more"
          icon={PlusIcon}
          reason={readOnly ?? (shown === mostAgents ? 'There can be no more.' : undefined)}
          onClick={() => press(shown + 1)}
        />
      </section>
      {set.error && <ErrorBand>{messageOf(set.error)}</ErrorBand>}
      <p className={styles.note}>
        {shown === 0 && 'Nobody is called until an agent is on duty. '}
        {formatNumber(busy)} {busy === 1 ? 'is' : 'are'} in a call or being called.
      </p>
    </>
  );
}
