import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import styles from './dialog.module.css';
import { Form } from './form-scope.tsx';
import { CloseIcon } from './icons.tsx';

export interface DialogProps {
  opened: boolean;
  title: string;
  /** Called when the user leaves by Escape, the cross or a press outside. */
  onClose: () => void;
  /** Something was typed: leaving asks first. */
  dirty?: boolean | undefined;
  /** 408, 440, 600, 760 or 840 px wide. */
  size?: 'xs' | 'sm' | 'md' | 'compare' | 'lg' | undefined;
  /** The buttons at the foot, the main one last. */
  footer?: ReactNode;
  /** Makes body and foot one form: Enter saves. */
  onSubmit?: (() => void) | undefined;
  /** Work in progress: there is no close button, and Escape does nothing. */
  locked?: boolean | undefined;
  children?: ReactNode;
}

/** A modal dialog. Focus goes to its first field and back to where it came from. */
export function Dialog(props: DialogProps) {
  return props.opened ? <OpenDialog {...props} /> : null;
}

function OpenDialog(props: DialogProps) {
  const { title, onClose, dirty, size = 'sm', locked, children } = props;
  const box = useRef<HTMLDialogElement>(null);
  const leftAt = useRef<Element>(null);
  const [asking, setAsking] = useState(false);
  const id = useId();
  useModal(box);
  const keep = () => {
    setAsking(false);
    if (leftAt.current instanceof HTMLElement) leftAt.current.focus();
  };
  const leave = () => {
    if (locked) return;
    if (asking) keep();
    else if (dirty) {
      leftAt.current = document.activeElement;
      setAsking(true);
    } else onClose();
  };
  const question = asking && <DiscardQuestion keep={keep} discard={onClose} />;
  return (
    <dialog
      ref={box}
      className={`${styles.dialog} ${styles[size]}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      // A browser may close it on a second Escape.
      onClose={() => {
        if (!box.current?.open) onClose();
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
      <div className={styles.body}>
        <header className={styles.header}>
          <h2 id={id}>{title}</h2>
          {!locked && <IconButton label="Close" icon={CloseIcon} onClick={leave} data-close />}
        </header>
        <Content {...props}>
          {children}
          {question || <Foot>{props.footer}</Foot>}
        </Content>
      </div>
    </dialog>
  );
}

function Content({ onSubmit, children }: Pick<DialogProps, 'onSubmit' | 'children'>) {
  return onSubmit ? <Form onSubmit={onSubmit}>{children}</Form> : children;
}

function Foot({ children }: { children: ReactNode }) {
  return children ? <div className={styles.footer}>{children}</div> : null;
}

function DiscardQuestion({ keep, discard }: { keep: () => void; discard: () => void }) {
  return (
    <div className={styles.footer} role="alert">
      <span className={styles.question}>Discard your changes?</span>
      <Button variant="danger" onClick={discard}>
        Discard
      </Button>
      <Button variant="filled" onClick={keep} autoFocus>
        Keep editing
      </Button>
    </div>
  );
}

/** Opens the element as modal; returns the focus when it closes. */
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
    dialog.querySelector<HTMLElement>(`.${styles.footer} button:last-of-type`) ??
    dialog.querySelector<HTMLElement>('[data-close]')
  );
}
