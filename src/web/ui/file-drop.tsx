import { useState } from 'react';
import { buttonClass } from './button.tsx';
import styles from './file-drop.module.css';
import type { Icon } from './icons.tsx';
import { FileIcon, UploadIcon } from './screen-icons.tsx';

interface FileDropProps {
  /** The chosen file's name; undefined while none is chosen. */
  name: string | undefined;
  /** What the chooser offers: ".mp3,.wav". */
  accept: string;
  /** A quiet line below the name. */
  hint: string;
  /** Drawn beside a chosen file. */
  icon?: Icon;
  onFile: (file: File) => void;
}

/** A file chooser that a file can also be dropped on. */
export function FileDrop({ name, accept, hint, icon: Chosen = FileIcon, onFile }: FileDropProps) {
  const [over, setOver] = useState(false);
  return (
    <label
      className={`${styles.drop} ${over ? styles.over : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [dropped] = event.dataTransfer.files;
        if (dropped) onFile(dropped);
      }}
    >
      <input
        type="file"
        className="visually-hidden"
        accept={accept}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) onFile(chosen);
          // The same file can then be chosen again after it was changed.
          event.target.value = '';
        }}
      />
      {name === undefined ? <UploadIcon size={24} /> : <Chosen size={24} />}
      <span className={styles.words}>
        <strong>{name ?? 'Drop a file here or choose one'}</strong>
        <span>{hint}</span>
      </span>
      <span className={buttonClass({ size: 'sm' })}>
        {name === undefined ? 'Choose file' : 'Choose another'}
      </span>
    </label>
  );
}
