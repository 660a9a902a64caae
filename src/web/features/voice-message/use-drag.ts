import { type PointerEvent, type RefObject, useState } from 'react';

export interface Grip {
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
}

export interface Drag {
  /** The row that is being dragged. */
  from: number | undefined;
  targetOf: (index: number) => 'above' | 'below' | undefined;
  gripOf: (index: number) => Grip;
}

/** Dragging the rows of a list by a grip, with mouse, pen or finger. */
export function useDrag(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
): Drag {
  const [drag, setDrag] = useState<{ from: number; to: number }>();
  const end = () => setDrag(undefined);
  return {
    from: drag?.from,
    targetOf(index) {
      if (!drag || drag.to !== index || drag.to === drag.from) return undefined;
      return drag.to < drag.from ? 'above' : 'below';
    },
    gripOf: (index) => ({
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: index, to: index });
      },
      onPointerMove(event) {
        if (drag) setDrag({ ...drag, to: rowAt(list.current, event.clientY) });
      },
      onPointerUp() {
        if (drag && drag.from !== drag.to) onMove(drag.from, drag.to);
        end();
      },
      onPointerCancel: end,
    }),
  };
}

/** The row at this height; above all rows the first, below them the last. */
function rowAt(list: HTMLElement | null, y: number): number {
  const rows = [...(list?.children ?? [])];
  const found = rows.findIndex((row) => y < row.getBoundingClientRect().bottom);
  return found < 0 ? rows.length - 1 : found;
}
