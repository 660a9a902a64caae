import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import styles from './dialog.module.css';
import { CloseIcon } from './icons.tsx';
import { PortalScope } from './portal-scope.tsx';

export interface DialogProps {
  opened: boolean;
  title: string;
  /** Called when the user leaves by Escape, the cross or a press outside. */
  onClose: () => void;
  /** Something was typed: leaving asks first. */
  dirty?: boolean | undefined;
  /** 400, 560 or 800 px wide. */
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** The buttons at the foot, the main one last. */
  footer?: ReactNode;
  /** Work goes on that cannot be left: no cross, and Escape does nothing. */
  locked?: boolean | undefined;
  children?: ReactNode;
}

/** A modal dialog. Focus goes to its first field and back to where it came from. */
export function Dialog(props: DialogProps) {
  return props.opened ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ title, onClose, dirty, size = 'sm', footer, locked, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const [asking, setAsking] = useState(false);
  const id = useId();
  useModal(box);
  const leave = () => {
    if (locked) return;
    if (dirty && !asking) setAsking(true);
    else if (asking) setAsking(false);
    else onClose();
  };
  return (
    <dialog
      ref={box}
      className={`${styles.dialog} ${styles[size]}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') {
          event.preventDefault();
          leave();
        }
      }}
      onPointerDown={(event) => {
        if (event.target === box.current) leave();
      }}
    >
      <PortalScope target={box}>
        <div className={styles.body}>
          <header className={styles.header}>
            <h2 id={id}>{title}</h2>
            {!locked && <IconButton label="Close" icon={CloseIcon} onClick={leave} data-close />}
          </header>
          {children}
          {asking ? (
            <DiscardQuestion keep={() => setAsking(false)} discard={onClose} />
          ) : (
            footer && <footer className={styles.footer}>{footer}</footer>
          )}
        </div>
      </PortalScope>
    </dialog>
  );
}

function DiscardQuestion({ keep, discard }: { keep: () => void; discard: () => void }) {
  return (
    <footer className={styles.footer} role="alert">
      <span className={styles.question}>Discard what you typed?</span>
      <Button variant="danger" onClick={discard}>
        Discard
      </Button>
      <Button variant="filled" onClick={keep} ref={(button) => button?.focus()}>
        Keep editing
      </Button>
    </footer>
  );
}

/** Opens the element as modal; on the way out gives the focus back. */
function useModal(box: React.RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    const cameFrom = document.activeElement;
    dialog.showModal();
    firstStop(dialog)?.focus();
    return () => {
      dialog.close();
      if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus();
    };
  }, [box]);
}

function firstStop(dialog: HTMLElement): HTMLElement | null {
  return (
    dialog.querySelector<HTMLElement>('[data-autofocus]') ??
    dialog.querySelector<HTMLElement>(
      'input:not(:disabled), select:not(:disabled), textarea:not(:disabled)',
    ) ??
    dialog.querySelector<HTMLElement>('footer button:last-of-type') ??
    dialog.querySelector<HTMLElement>('[data-close]')
  );
}
