import { voiceMessageTexts } from '#contract/voice-message.ts';
import { ApiProblem } from '#web/lib/problem.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { messageOf } from '#web/ui/error-message.ts';

interface PlayErrorDialogProps {
  error: unknown;
  onClose: () => void;
}

/** Why a sound could not be played; a 404 means that it is not rendered yet. */
export function PlayErrorDialog({ error, onClose }: PlayErrorDialogProps) {
  const missing = error instanceof ApiProblem && error.status === 404;
  return (
    <ConfirmDialog
      opened={error !== undefined}
      title="Error on playing"
      confirmLabel="Ok"
      cancelLabel={null}
      onConfirm={() => {}}
      onClose={onClose}
    >
      {missing ? voiceMessageTexts.notGenerated : error !== undefined && playMessage(error)}
    </ConfirmDialog>
  );
}

function playMessage(error: unknown): string {
  // The browser's own error messages (no sound output) are not written for users.
  if (error instanceof DOMException) return 'The browser could not play the sound.';
  return messageOf(error);
}
