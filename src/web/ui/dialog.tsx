import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';
import { Form } from './form-scope.tsx';
import { CloseIcon } from './icons.tsx';

export interface DialogProps {
  opened: boolean;
  title: string;
  /** Called when the user leaves by Escape, the cross or a press outside. */
  onClose: () => void;
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
  const { title, onClose, size = 'sm', locked, children } = props;
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useModal(box);
  const leave = () => {
    if (!locked) onClose();
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
      // A browser may close it on a second Escape, unasked.
      onClose={() => {
        if (!box.current || box.current.open) return;
        box.current.showModal();
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
      <div className={styles.body}>
        <header className={styles.header}>
          <h2 id={id}>{title}</h2>
          {!locked && <IconButton label="Close" icon={CloseIcon} onClick={leave} data-close />}
        </header>
        <Content {...props}>
          {children}
          <Foot>{props.footer}</Foot>
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
