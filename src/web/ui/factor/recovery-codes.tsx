import { saveBlob } from '#web/lib/save-file.ts';
import { Button } from '../button.tsx';
import { notify } from '../notify.ts';
import styles from './factor.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** The codes are here now and never again. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify({ text: 'The recovery codes were copied.' }),
      () => notify({ text: 'The browser did not allow copying. Select the codes and copy them.' }),
    );
  return (
    <div className={styles.form}>
      <p>
        Each of these codes logs you in once when you do not have your second factor. Save them now:
        they are not shown again.
      </p>
      <ul aria-label="Recovery codes" className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button variant="filled" onClick={onDone}>
          I saved them
        </Button>
        <Button onClick={copy}>Copy</Button>
        <Button onClick={() => saveBlob('carillon-recovery-codes.txt', new Blob([text]))}>
          Download
        </Button>
      </div>
    </div>
  );
}
