import { Dialog } from '#web/ui/dialog.tsx';
import { type Icon, PhoneIcon, SpeakerIcon } from '#web/ui/icons.tsx';
import styles from './campaign.module.css';
import type { VoiceType } from './draft.ts';
import { typeNames, typeSentences } from './editor-parts.ts';

interface TypeChooserProps {
  opened: boolean;
  onClose: () => void;
  onChoose: (type: VoiceType) => void;
}

const types: [VoiceType, Icon][] = [
  ['linkback', PhoneIcon],
  ['broadcast', SpeakerIcon],
];

/** Document 1 section 2: the choice that comes before the editor. */
export function TypeChooser({ opened, onClose, onChoose }: TypeChooserProps) {
  return (
    <Dialog opened={opened} title="Create A New Campaign" size="md" onClose={onClose}>
      <div className={styles.types}>
        {types.map(([type, Drawn], at) => (
          <button
            key={type}
            type="button"
            className={styles.type}
            data-autofocus={at === 0 || undefined}
            onClick={() => {
              onClose();
              onChoose(type);
            }}
          >
            <Drawn size={18} />
            <span>
              <strong>{typeNames[type]}</strong>
              <span>{typeSentences[type]}</span>
            </span>
          </button>
        ))}
      </div>
    </Dialog>
  );
}
