import { FileDrop as Drop } from '#web/ui/file-drop.tsx';

interface FileDropProps {
  file: File | undefined;
  onFile: (file: File) => void;
}

const accepted = '.csv,.txt,.tsv,.psv,text/csv,text/plain,text/tab-separated-values';

/** The chooser of a contact file. */
export function FileDrop({ file, onFile }: FileDropProps) {
  return (
    <Drop
      name={file?.name}
      accept={accepted}
      hint={file ? sizeInWords(file.size) : 'Max. size: 120 MB'}
      onFile={onFile}
    />
  );
}

function sizeInWords(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024
    ? `${Math.max(1, Math.round(kilobytes))} kB. Max. size: 120 MB`
    : `${(kilobytes / 1024).toFixed(1)} MB. Max. size: 120 MB`;
}
