import type { LinkMail } from '#contract/manager-link.ts';
import { linkPath } from '#contract/manager-link.ts';
import { formatLocalDateTime } from '#web/lib/local-time.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { notify } from '#web/ui/notify.ts';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './page.module.css';
import { type GivenLink, useLinkMail } from './use-manager-link.ts';

interface LinkDialogProps {
  /** Open while there is one. */
  given: GivenLink | undefined;
  onClose: () => void;
}

/** Shows a link once, to be copied. */
export function LinkDialog({ given, onClose }: LinkDialogProps) {
  return given ? <OpenLinkDialog given={given} onClose={onClose} /> : null;
}

function OpenLinkDialog({ given, onClose }: { given: GivenLink; onClose: () => void }) {
  const { manager, link } = given;
  const mail = useLinkMail(given);
  const address = `${location.origin}${linkPath(link.kind, link.token)}`;
  const invites = link.kind === 'invitation';
  return (
    <Dialog
      opened
      title={invites ? 'Invitation link' : 'Password reset link'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => copy(address)}>Copy Link</Button>
          <Button variant="filled" onClick={onClose} data-autofocus>
            Done
          </Button>
        </>
      }
    >
      <div className={styles.link}>
        <p>
          Give this link to {manager.name}, who{' '}
          {invites ? 'chooses a password' : 'chooses a new password'} with it. It works once, until{' '}
          {formatLocalDateTime(link.expires, platformNow())}, and is not shown again.
        </p>
        {mail === 'failed' ? (
          <ErrorBand>{mailWords(mail, manager.email)}</ErrorBand>
        ) : (
          mail !== 'off' && <p>{mailWords(mail, manager.email)}</p>
        )}
        <TextField
          label="Link"
          readOnly
          value={address}
          onChange={() => undefined}
          onFocus={(event) => event.target.select()}
        />
      </div>
    </Dialog>
  );
}

function mailWords(mail: Exclude<LinkMail, 'off'>, email: string): string {
  if (mail === 'waiting') return `It is also being emailed to ${email}.`;
  if (mail === 'sent') return `It was also emailed to ${email}.`;
  return `It could not be emailed to ${email}. Give it to the manager yourself.`;
}

async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    notify({ text: 'Link copied.' });
  } catch {
    notify({ text: 'The browser does not allow copying. Select the link and copy it.' });
  }
}
