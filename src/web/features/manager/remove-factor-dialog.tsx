import { useQueryClient } from '@tanstack/react-query';
import { listManagers, type Manager } from '#contract/manager.ts';
import { removeManagersFactor } from '#contract/second-factor.ts';
import { api } from '#web/lib/api.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface RemoveFactorDialogProps {
  manager: Manager | undefined;
  onClose: (none: undefined) => void;
}

/** For a colleague who lost the phone and the recovery codes. */
export function RemoveFactorDialog({ manager, onClose }: RemoveFactorDialogProps) {
  const client = useQueryClient();
  const remove = async (id: number) => {
    await api(removeManagersFactor, { params: { id } });
    await client.invalidateQueries({ queryKey: [listManagers.name] });
  };
  return (
    <ConfirmDialog
      opened={manager !== undefined}
      title={`Remove the second factor of ${manager?.name ?? ''}`}
      confirmLabel="Remove"
      danger
      onConfirm={() => manager && remove(manager.id)}
      onClose={() => onClose(undefined)}
    >
      {manager?.name} will be logged out immediately, and can then log in with the password alone.
      Make sure first that the request came from {manager?.name}.
    </ConfirmDialog>
  );
}
