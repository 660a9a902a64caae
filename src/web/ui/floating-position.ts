/** On which side of its anchor a popover appears. */
export type Placement = 'bottom-start' | 'bottom-end' | 'top' | 'left' | 'right' | 'bottom';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

type Size = Pick<Box, 'width' | 'height'>;
type Point = Pick<Box, 'left' | 'top'>;

const gap = 6;
/** Pixels kept free at the edges of the window. */
const edge = 8;

/** Document 1 section 9: the positions to try, in this order, each with center alignment. */
export const defaultPlacements = ['top', 'left', 'right', 'bottom'] as const;

/**
 * The corner of a popover: the wanted placement, else the first default one with room for it,
 * shifted along the anchor into the window. A menu (`bottom-start`, `bottom-end`) flips above its
 * button.
 */
export function positionBeside(size: Size, anchor: Box, window: Size, wanted: Placement): Point {
  const placement = candidates(wanted).find((one) => hasRoom(one, size, anchor, window)) ?? wanted;
  const { left, top } = pointAt(size, anchor, placement);
  return {
    left: Math.round(clamp(left, edge, window.width - size.width - edge)),
    top: Math.round(clamp(top, edge, window.height - size.height - edge)),
  };
}

type Candidate = Placement | 'top-start' | 'top-end';

function candidates(wanted: Placement): Candidate[] {
  if (wanted === 'bottom-start') return [wanted, 'top-start'];
  if (wanted === 'bottom-end') return [wanted, 'top-end'];
  return [wanted, ...defaultPlacements];
}

function pointAt({ width, height }: Size, anchor: Box, placement: Candidate): Point {
  const centre = {
    left: anchor.left + (anchor.width - width) / 2,
    top: anchor.top + (anchor.height - height) / 2,
  };
  const above = anchor.top - height - gap;
  const below = anchor.top + anchor.height + gap;
  switch (placement) {
    case 'left':
      return { left: anchor.left - width - gap, top: centre.top };
    case 'right':
      return { left: anchor.left + anchor.width + gap, top: centre.top };
    case 'top':
      return { left: centre.left, top: above };
    case 'bottom':
      return { left: centre.left, top: below };
    case 'top-start':
    case 'bottom-start':
      return { left: anchor.left, top: placement === 'top-start' ? above : below };
    case 'top-end':
    case 'bottom-end':
      return {
        left: anchor.left + anchor.width - width,
        top: placement === 'top-end' ? above : below,
      };
  }
}

/** It may be shifted along the anchor into the window; only the other direction must have room. */
function hasRoom(placement: Candidate, size: Size, anchor: Box, window: Size): boolean {
  const { left, top } = pointAt(size, anchor, placement);
  if (placement === 'left') return left >= edge;
  if (placement === 'right') return left + size.width <= window.width - edge;
  return top >= edge && top + size.height <= window.height - edge;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
