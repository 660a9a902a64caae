import { useState } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { FileIcon, UploadIcon } from '../../ui/icons.tsx';
import styles from './upload.module.css';

interface FileDropProps {
  file: File | undefined;
  onFile: (file: File) => void;
}

/** A file chooser that a file can also be dropped on. */
export function FileDrop({ file, onFile }: FileDropProps) {
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
        accept=".csv,.txt,.tsv,.psv,text/csv,text/plain,text/tab-separated-values"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) onFile(chosen);
          // The same file can then be chosen again after it was changed.
          event.target.value = '';
        }}
      />
      {file ? <FileIcon size={24} /> : <UploadIcon size={24} />}
      <span className={styles.dropWords}>
        <strong>{file ? file.name : 'Drop a file here or choose one'}</strong>
        <span className={styles.quiet}>{file ? sizeInWords(file.size) : 'Max. size: 120 MB'}</span>
      </span>
      <span className={buttonClass({ size: 'sm' })}>{file ? 'Choose another' : 'Choose file'}</span>
    </label>
  );
}

function sizeInWords(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024
    ? `${Math.max(1, Math.round(kilobytes))} kB. Max. size: 120 MB`
    : `${(kilobytes / 1024).toFixed(1)} MB. Max. size: 120 MB`;
}
