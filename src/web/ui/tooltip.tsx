import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react';
import { defaultPlacements, type Placement } from './floating-position.ts';
import styles from './tooltip.module.css';
import { useFloating } from './use-floating.ts';

interface TargetProps {
  ref?: Ref<Element>;
  'aria-describedby'?: string | undefined;
  onPointerEnter?: (event: React.PointerEvent) => void;
  onPointerLeave?: (event: React.PointerEvent) => void;
  onFocus?: (event: React.FocusEvent) => void;
  onBlur?: (event: React.FocusEvent) => void;
}

interface TooltipProps {
  /** Nothing is shown while it is empty. */
  label: ReactNode;
  placement?: Placement;
  /** The tooltip repeats the control's name, so screen readers skip it. */
  isName?: boolean;
  children: ReactElement<TargetProps>;
}

/** A sentence on hover and on keyboard focus; Escape hides it. */
export function Tooltip({
  label,
  placement = defaultPlacements[0],
  isName = false,
  children,
}: TooltipProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<Element>(null);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const shown = open && Boolean(label);
  useFloating(anchor, box, shown, placement);
  const given = children.props;
  const target = cloneElement(children, {
    ref: (element) => {
      anchor.current = element;
      return passOn(given.ref, element);
    },
    'aria-describedby': label && !isName ? id : given['aria-describedby'],
    onPointerEnter: (event) => {
      given.onPointerEnter?.(event);
      if (event.pointerType !== 'touch') setOpen(true);
    },
    onPointerLeave: (event) => {
      given.onPointerLeave?.(event);
      setOpen(false);
    },
    onFocus: (event) => {
      given.onFocus?.(event);
      if (event.target.matches(':focus-visible')) setOpen(true);
    },
    onBlur: (event) => {
      given.onBlur?.(event);
      setOpen(false);
    },
  });
  return (
    <>
      {target}
      {label && (
        <div id={id} ref={box} role="tooltip" popover="manual" className={styles.tooltip}>
          {label}
        </div>
      )}
    </>
  );
}

/** The child's own ref still gets its element. */
function passOn(ref: Ref<Element> | undefined, element: Element | null): (() => void) | undefined {
  if (typeof ref === 'function') return ref(element) ?? undefined;
  if (ref) ref.current = element;
  return undefined;
}
