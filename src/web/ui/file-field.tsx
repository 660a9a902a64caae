import { useRef, useState } from 'react';
import { Button } from './button.tsx';
import { FieldFrame, type FieldProps, useField } from './field.tsx';
import styles from './file-field.module.css';
import { FileIcon, UploadIcon } from './icons.tsx';
import { useFileDrop } from './use-file-drop.ts';

export interface FileFieldProps extends FieldProps {
  file: File | undefined;
  onChange: (file: File | undefined) => void;
  /** As the input takes it: `.csv,.txt`. */
  accept?: string;
  /** Bytes; a larger file is refused with a sentence. 120 MiB by default. */
  most?: number;
}

const documentedMost = 125_829_120;

/** One file, chosen or dropped. The documents' size hint stands below unless another is given. */
export function FileField(props: FileFieldProps) {
  const { file, onChange, accept, most = documentedMost, ...given } = props;
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const place = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const shown = {
    ...given,
    errorNow: refusal ?? given.errorNow,
    hint: given.hint ?? `Max. size: ${Math.floor(most / 1_048_576)} MB`,
  };
  const field = useField(shown);
  const take = (next: File | undefined) => {
    if (!next) return;
    const tooLarge = next.size > most;
    setRefusal(tooLarge ? `${next.name} is larger than ${sizeOf(most)}.` : undefined);
    if (!tooLarge) onChange(next);
  };
  const over = useFileDrop(place, (dropped) => {
    if (!given.disabled) take(dropped);
  });
  return (
    <FieldFrame field={field} given={shown}>
      <div ref={place} className={`${styles.place} ${over ? styles.over : ''}`}>
        <input
          ref={input}
          id={field.id}
          type="file"
          accept={accept}
          disabled={given.disabled}
          className={styles.input}
          aria-describedby={field.describedBy}
          onBlur={field.leave}
          onChange={(event) => {
            take(event.target.files?.[0]);
            // The same file can be chosen again after it was changed on disk.
            event.target.value = '';
          }}
        />
        {file ? <FileIcon size={18} /> : <UploadIcon size={18} />}
        <span className={styles.name}>
          {file ? `${file.name}, ${sizeOf(file.size)}` : 'Drop a file here'}
        </span>
        <Button size="sm" tabIndex={-1} onClick={() => input.current?.click()}>
          {file ? 'Choose another' : 'Choose file'}
        </Button>
      </div>
    </FieldFrame>
  );
}

/** «93 kB», «1.2 MB». */
function sizeOf(bytes: number): string {
  if (bytes < 1_048_576) return `${Math.max(1, Math.round(bytes / 1_024))} kB`;
  return `${(bytes / 1_048_576).toFixed(bytes % 1_048_576 === 0 ? 0 : 1)} MB`;
}
