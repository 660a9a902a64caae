import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import styles from './chip.module.css';
import { CloseIcon } from './icons.tsx';

interface ChipProps {
  /** What it is about: "Duration". */
  name: string;
  /** Its value in words: "30 to 180 seconds". */
  value: ReactNode;
  /** Opens or closes the editor inside the chip. */
  onOpen: () => void;
  onRemove: () => void;
  /** The editor, drawn inside while open. */
  children?: ReactNode;
}

/** A filter in a column of filters: name, value, remove; a press opens its editor inside. */
export function Chip({ name, value, onOpen, onRemove, children }: ChipProps) {
  const open = Boolean(children);
  return (
    <div className={`${styles.chip} ${open ? styles.open : ''}`}>
      <div className={styles.top}>
        <button type="button" className={styles.words} aria-expanded={open} onClick={onOpen}>
          <span className={styles.name}>{name}</span>
          <span className={styles.value}>{value}</span>
        </button>
        <IconButton label={`Remove the filter ${name}`} icon={CloseIcon} onClick={onRemove} />
      </div>
      {open && <div className={styles.editor}>{children}</div>}
    </div>
  );
}

/** A field's value in a text: outlined, on one line. */
export function Token({ children }: { children: ReactNode }) {
  return <span className={styles.token}>{children}</span>;
}
