import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DoNotCallLift, listDoNotCallLifts } from '#contract/do-not-call.ts';
import { api } from '#web/lib/api.ts';
import { listedPhone } from '#web/lib/erased-number.ts';
import { formatLocalDateTime } from '#web/lib/local-time.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './page.module.css';

/** People who had opted out and may be called again: who decided that, and why. */
export function LiftedNumbers() {
  const { clientId } = useManager();
  const [shown, setShown] = useState(false);
  const { data: lifts = [] } = useQuery({
    queryKey: queryKey(listDoNotCallLifts, { clientId }),
    queryFn: ({ signal }) => api(listDoNotCallLifts, { query: { clientId }, signal }),
    throwOnError: false,
  });
  if (lifts.length === 0) return null;
  return (
    <>
      <Button onClick={() => setShown(true)}>Lifted opt-outs</Button>
      <Dialog
        opened={shown}
        title="Lifted Opt-Outs"
        size="md"
        onClose={() => setShown(false)}
        footer={<Button onClick={() => setShown(false)}>Close</Button>}
      >
        <ul className={styles.lifts}>
          {lifts.map((lift) => (
            <Lift key={lift.id} lift={lift} />
          ))}
        </ul>
      </Dialog>
    </>
  );
}

function Lift({ lift }: { lift: DoNotCallLift }) {
  const at = (instant: string) => formatLocalDateTime(instant);
  return (
    <li>
      <div className={styles.compactPhone}>{listedPhone(lift.phoneRestriction)}</div>
      <div>{lift.reason}</div>
      <div className={styles.compactLine}>
        {lift.source === 'key' ? 'Pressed 9' : 'Opted out by text'} {at(lift.blocked)}; lifted by{' '}
        {lift.managerName} {at(lift.lifted)}
      </div>
    </li>
  );
}
