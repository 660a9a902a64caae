import { useQueryClient } from '@tanstack/react-query';
import { liftClientStop, type Stop } from '#contract/client-stop.ts';
import { api } from '#web/lib/api.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { notify } from '../notify.ts';

interface LiftQuestionProps {
  stop: Stop;
  onClose: () => void;
}

/** The server says what is still in force, also of what colleagues did meanwhile. */
export function LiftQuestion({ stop, onClose }: LiftQuestionProps) {
  const client = useQueryClient();
  const { carrier, stopNumber } = stop;
  const lift = async () => {
    try {
      const { stops } = await api(liftClientStop, { body: { carrier, stopNumber } });
      notify({
        text:
          stops.length === 0
            ? 'The stop is lifted. Campaigns resume.'
            : 'The stop is lifted. Another one is still in force.',
      });
    } finally {
      await client.invalidateQueries();
    }
  };
  return (
    <ConfirmDialog
      opened
      title="Lift this stop?"
      confirmLabel="Lift"
      onConfirm={lift}
      onClose={onClose}
    >
      {stop.reason} Once it is lifted, all campaigns that are running call and text again at once,
      within their calling hours.
    </ConfirmDialog>
  );
}
