import type { DeskText } from '#contract/inbound-desk.ts';
import { blockNumber } from '#web/lib/block-number.ts';
import { formatPhone } from '#web/lib/format.ts';
import { useManager } from '#web/lib/session.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { useRefreshDesk } from './use-desk.ts';

interface OptOutDialogProps {
  text: DeskText | undefined;
  onClose: () => void;
}

/** The correction of a text that was read as no opt-out: its number joins the do-not-call list. */
export function OptOutDialog({ text, onClose }: OptOutDialogProps) {
  const { clientId } = useManager();
  const refresh = useRefreshDesk();
  const phone = text ? formatPhone(text.phoneNumber) : '';
  const stop = async () => {
    if (!text) return;
    await blockNumber(clientId, text.phoneNumber);
    notify({
      text: `${phone} is opted out.`,
      link: { label: 'Do Not Call', href: '/main/donotcall' },
    });
    await refresh();
  };
  return (
    <ConfirmDialog
      opened={text !== undefined}
      title="Opt this number out"
      confirmLabel="Opt out"
      danger
      onConfirm={stop}
      onClose={onClose}
    >
      {phone} will be added to Do Not Call. No campaign will call or text it again.
    </ConfirmDialog>
  );
}
