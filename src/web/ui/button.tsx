import type { ComponentPropsWithRef, ReactNode } from 'react';
import { useReadOnly } from '../lib/rights.ts';
import styles from './button.module.css';
import type { Icon } from './icons.tsx';
import { Spinner } from './spinner.tsx';
import './press-guard.ts';
import { Tooltip } from './tooltip.tsx';

export interface ButtonLook {
  /** `filled` is the one main action of a region; `quiet` by default; `plain` has no border. */
  variant?: 'filled' | 'quiet' | 'plain' | 'danger' | undefined;
  /** 36 px, or 32 in toolbars, tables and side panels. */
  size?: 'md' | 'sm' | undefined;
  icon?: Icon | undefined;
  /** Drawn after the words. */
  iconAfter?: Icon | undefined;
}

export interface ButtonProps extends ButtonLook, Omit<ComponentPropsWithRef<'button'>, 'disabled'> {
  /** Why the button is off now; shown on hover and focus. */
  reason?: string | undefined;
  /** It changes something, or leads to it: off for those who can only read. */
  changes?: boolean | undefined;
  /** Shows a spinner and ignores further clicks. */
  busy?: boolean | undefined;
  /** Called by a press while `reason` keeps the button off. */
  onRefused?: (() => void) | undefined;
}

/** The class of a control that looks like a button (a link, a file label). */
export function buttonClass({ variant = 'quiet', size = 'md' }: ButtonLook): string {
  return `${styles.button} ${styles[variant]} ${styles[size]}`;
}

export function Button({
  variant,
  size,
  icon,
  iconAfter,
  reason: given,
  changes = false,
  busy = false,
  children,
  className = '',
  onClick,
  onRefused,
  ...rest
}: ButtonProps) {
  const readOnly = useReadOnly();
  const reason = (changes ? readOnly : undefined) ?? given;
  const off = reason !== undefined || busy;
  // What does something: two presses in a moment were meant as one (press-guard.ts).
  const once = variant === 'filled' || variant === 'danger' || rest.type === 'submit';
  return (
    <Tooltip label={reason}>
      <button
        type="button"
        data-press={once ? 'once' : 'again'}
        {...rest}
        aria-disabled={off || undefined}
        aria-busy={busy || undefined}
        className={`${buttonClass({ variant, size })} ${className}`}
        onClick={(event) => {
          if (!off) return onClick?.(event);
          event.preventDefault();
          onRefused?.();
        }}
      >
        <ButtonContent icon={icon} iconAfter={iconAfter} busy={busy}>
          {children}
        </ButtonContent>
      </button>
    </Tooltip>
  );
}

interface ButtonContentProps extends Pick<ButtonLook, 'icon' | 'iconAfter'> {
  busy?: boolean;
  children: ReactNode;
}

/** Icon and words, for controls that take `buttonClass`. */
export function ButtonContent({
  icon: Before,
  iconAfter: After,
  busy,
  children,
}: ButtonContentProps) {
  return (
    <>
      {busy ? <Spinner /> : Before && <Before />}
      {children}
      {After && <After />}
    </>
  );
}

export interface IconButtonProps
  extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'disabled'> {
  /** The name, also shown on hover. */
  label: string;
  icon: Icon;
  reason?: string | undefined;
  busy?: boolean | undefined;
  /** 16 by default. */
  iconSize?: number;
  /** Its name is not shown on hover: what it opened is beside it. */
  quiet?: boolean;
}

/** 32 x 32 with a name. */
export function IconButton({
  label,
  icon: Drawn,
  reason,
  busy = false,
  iconSize = 16,
  quiet = false,
  className = '',
  onClick,
  ...rest
}: IconButtonProps) {
  const off = reason !== undefined || busy;
  return (
    <Tooltip label={reason ?? (quiet ? undefined : label)} isName={reason === undefined}>
      <button
        type="button"
        data-press="again"
        {...rest}
        aria-label={label}
        aria-disabled={off || undefined}
        className={`${styles.icon} ${className}`}
        onClick={(event) => {
          if (off) event.preventDefault();
          else onClick?.(event);
        }}
      >
        {busy ? <Spinner /> : <Drawn size={iconSize} />}
      </button>
    </Tooltip>
  );
}
