import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import styles from './side-panel.module.css';

interface SidePanelProps {
  title: string;
  /** Beside the title: "Clear all". */
  action?: ReactNode;
  /** 292 filters, 368 lists, 464 editors. */
  width: 292 | 368 | 464;
  /** Adds a close button, and Escape closes the panel. */
  onClose?: () => void;
  /** Moves the focus to its first field when it opens. */
  takeFocus?: boolean;
  children: ReactNode;
}

/**
 * Docked at the right of a page's content, never over it. Below 900 px it replaces the
 * content. Put it into `Page`'s `aside`.
 */
export function SidePanel({
  title,
  action,
  width,
  onClose,
  takeFocus = false,
  children,
}: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => {
    if (!takeFocus) return;
    const cameFrom = document.activeElement;
    const own = panel.current;
    own?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    return () => {
      // Still mounted: React only tests the effect, and a field must not lose the focus.
      if (own?.isConnected) return;
      if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus();
    };
  }, [takeFocus]);
  return (
    <aside
      ref={panel}
      aria-labelledby={id}
      className={styles.panel}
      style={{ '--width': `${width}px` } as React.CSSProperties}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !onClose || event.defaultPrevented) return;
        // The key must not also close the page or the question that closing may open.
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles.header}>
        <h2 id={id}>{title}</h2>
        {action}
        {onClose && (
          <IconButton
            className={styles.close ?? ''}
            label={`Close ${title}`}
            icon={CloseIcon}
            onClick={onClose}
          />
        )}
      </header>
      {children}
    </aside>
  );
}
