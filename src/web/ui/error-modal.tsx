import { createStore } from '../lib/store.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './error.module.css';
import { messageOf } from './error-message.ts';

const shown = createStore<unknown>(undefined);

/** Shows the error of an operation over the page, which stays as it is. */
export function reportError(error: unknown): void {
  shown.set(error);
}

/** Rendered once by the frame. Close resets it. */
export function ErrorModal() {
  const error = shown.use();
  const reset = () => shown.set(undefined);
  return (
    <Dialog
      opened={error !== undefined}
      title="Something went wrong"
      onClose={reset}
      footer={
        <Button variant="filled" onClick={reset}>
          Close
        </Button>
      }
    >
      <p className={styles.message}>{error !== undefined && messageOf(error)}</p>
    </Dialog>
  );
}
