import { type RefObject, useEffect, useRef, useState } from 'react';

/** Lets files be dropped on an element; answers whether one is held over it now. */
export function useFileDrop(
  place: RefObject<HTMLElement | null>,
  take: (file: File | undefined) => void,
): boolean {
  const [over, setOver] = useState(false);
  const last = useRef(take);
  last.current = take;
  useEffect(() => {
    const target = place.current;
    if (!target) return;
    const hold = (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    };
    const leave = () => setOver(false);
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      last.current(event.dataTransfer?.files[0]);
    };
    target.addEventListener('dragover', hold);
    target.addEventListener('dragleave', leave);
    target.addEventListener('drop', drop);
    return () => {
      target.removeEventListener('dragover', hold);
      target.removeEventListener('dragleave', leave);
      target.removeEventListener('drop', drop);
    };
  }, [place]);
  return over;
}
