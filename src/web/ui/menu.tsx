import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useReadOnly } from '../lib/rights.ts';
import type { Placement } from './floating-position.ts';
import { CheckIcon } from './icons.tsx';
import styles from './menu.module.css';
import { useClickOutside } from './use-click-outside.ts';
import { useFloating } from './use-floating.ts';

export interface MenuItem {
  label: string;
  onSelect: () => void;
  /** Muted words at the right: a key, a count. */
  hint?: string | undefined;
  danger?: boolean | undefined;
  /** Why the entry is off now. */
  reason?: string | undefined;
  /** It changes something: off for those who can only read. */
  changes?: boolean | undefined;
  /** A line above the entry. */
  separated?: boolean | undefined;
  /** Makes the entry one of several choices; true for the chosen one. */
  checked?: boolean | undefined;
}

/** The entry that deletes a row, without what it does. */
export const deletion = { label: 'Delete', danger: true, separated: true, changes: true } as const;

interface TriggerProps {
  ref?: React.Ref<HTMLElement>;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  onClick?: (event: React.MouseEvent) => void;
  onKeyDown?: (event: React.KeyboardEvent) => void;
}

interface MenuProps {
  /** The menu's name. */
  label: string;
  items: readonly MenuItem[];
  placement?: Placement;
  /** Something above the entries, such as the user's name. */
  head?: ReactNode;
  /** The button that opens it. */
  children: ReactElement<TriggerProps>;
}

/** A button's menu: arrow keys, Home and End move, Enter chooses, Escape goes back. */
export function Menu({ label, items, placement = 'bottom-end', head, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  useFloating(trigger, list, open, placement);
  useEffect(() => {
    if (open) entries(list.current)[0]?.focus();
  }, [open]);
  useClickOutside(open, [trigger, list], () => setOpen(false));

  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };
  const button = cloneElement(children, {
    ref: trigger,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onClick: (event) => {
      event.stopPropagation();
      setOpen(!open);
    },
    onKeyDown: (event) => {
      if (event.key === 'ArrowDown') {
        event.preventDefault();
        event.stopPropagation();
        setOpen(true);
      }
    },
  });
  return (
    <>
      {button}
      {open && (
        <div
          ref={list}
          id={id}
          role="menu"
          aria-label={label}
          popover="manual"
          className={styles.menu}
          onKeyDown={(event) => moveInMenu(event, list.current, close)}
          onDoubleClick={(event) => event.stopPropagation()}
          onClick={(event) => event.stopPropagation()}
        >
          {head && <div className={styles.head}>{head}</div>}
          {items.map((item) => (
            <MenuEntry key={item.label} item={item} close={close} />
          ))}
        </div>
      )}
    </>
  );
}

function MenuEntry({ item, close }: { item: MenuItem; close: () => void }) {
  const readOnly = useReadOnly();
  const reason = (item.changes ? readOnly : undefined) ?? item.reason;
  const role =
    item.checked === undefined
      ? { role: 'menuitem' }
      : { role: 'menuitemradio', 'aria-checked': item.checked };
  return (
    <>
      {item.separated && <hr className={styles.line} />}
      <button
        type="button"
        {...role}
        aria-disabled={reason !== undefined || undefined}
        title={reason}
        tabIndex={-1}
        className={`${styles.entry} ${item.danger ? styles.danger : ''}`}
        onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
        onClick={() => {
          if (reason !== undefined) return;
          close();
          item.onSelect();
        }}
      >
        <span>{item.label}</span>
        <span className={styles.hint}>{item.checked ? <CheckIcon /> : item.hint}</span>
      </button>
    </>
  );
}

function entries(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('button') ?? [])];
}

function moveInMenu(event: React.KeyboardEvent, menu: HTMLElement | null, close: () => void): void {
  event.stopPropagation();
  const all = entries(menu);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const steps: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: all.length - 1,
  };
  const next = steps[event.key];
  if (next !== undefined) {
    event.preventDefault();
    all[(next + all.length) % all.length]?.focus();
  } else if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault();
    close();
  } else if (event.key.length === 1 && event.key !== ' ') {
    const letter = event.key.toLowerCase();
    all.find((entry) => entry.textContent?.toLowerCase().startsWith(letter))?.focus();
  }
}
