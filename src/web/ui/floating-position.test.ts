import { expect, test } from 'vitest';
import { defaultPlacements, positionBeside } from './floating-position.ts';

const window = { width: 1000, height: 600 };
const size = { width: 200, height: 40 };
const anchor = { left: 400, top: 300, width: 100, height: 20 };

test('a popover is tried at top, left, right, bottom, each time centred', () => {
  expect(defaultPlacements).toEqual(['top', 'left', 'right', 'bottom']);
  expect(positionBeside(size, anchor, window, 'top')).toEqual({ left: 350, top: 254 });
  const atTop = { ...anchor, top: 10 };
  expect(positionBeside(size, atTop, window, 'top')).toEqual({ left: 194, top: 8 });
  const inCorner = { ...atTop, left: 20 };
  expect(positionBeside(size, inCorner, window, 'top')).toEqual({ left: 126, top: 8 });
  const wide = { left: 100, top: 10, width: 800, height: 20 };
  expect(positionBeside(size, wide, window, 'top')).toEqual({ left: 400, top: 36 });
});

test('the wanted placement comes first where it has room', () => {
  expect(positionBeside(size, anchor, window, 'right')).toEqual({ left: 506, top: 290 });
  expect(positionBeside(size, anchor, window, 'left')).toEqual({ left: 194, top: 290 });
  expect(positionBeside(size, anchor, window, 'bottom')).toEqual({ left: 350, top: 326 });
});

test('a menu turns over at the foot and never leaves the window', () => {
  const atFoot = { ...anchor, top: 570 };
  expect(positionBeside(size, atFoot, window, 'bottom-end')).toEqual({ left: 300, top: 524 });
  const atEdge = { ...anchor, left: 950 };
  expect(positionBeside(size, atEdge, window, 'bottom-start')).toEqual({ left: 792, top: 326 });
});
