import { campaignTexts } from '../../../contract/campaign.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { type Icon, PhoneIcon, SpeakerIcon } from '../../ui/icons.tsx';
import styles from './campaign.module.css';

interface TypeChooserProps {
  opened: boolean;
  onClose: () => void;
  onBroadcast: () => void;
}

/** Document 1 section 2: the choice that comes before the editor. */
export function TypeChooser({ opened, onClose, onBroadcast }: TypeChooserProps) {
  return (
    <Dialog opened={opened} title="Create A New Campaign" size="md" onClose={onClose}>
      <div className={styles.types}>
        <TypeButton
          icon={PhoneIcon}
          name="Linkback"
          sentence="Plays a message and lets the customer speak to a live agent."
          reason={campaignTexts.linkbackEditor}
        />
        <TypeButton
          icon={SpeakerIcon}
          name="Broadcast"
          sentence="Plays a message to the customer, or to the answering machine if one answers."
          onChoose={() => {
            onClose();
            onBroadcast();
          }}
        />
      </div>
    </Dialog>
  );
}

interface TypeButtonProps {
  icon: Icon;
  name: string;
  sentence: string;
  /** Why it cannot be chosen. */
  reason?: string;
  onChoose?: () => void;
}

function TypeButton({ icon: Drawn, name, sentence, reason, onChoose }: TypeButtonProps) {
  return (
    <button
      type="button"
      className={styles.type}
      aria-disabled={reason !== undefined || undefined}
      data-autofocus={reason === undefined || undefined}
      onClick={() => onChoose?.()}
    >
      <Drawn size={18} />
      <span>
        <strong>{name}</strong>
        <span>{sentence}</span>
        {reason && <span className={styles.typeReason}>{reason}</span>}
      </span>
    </button>
  );
}
