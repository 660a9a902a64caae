import { useRef } from 'react';

/**
 * For forms without a draft object. Returns the object of the last press while the same is asked for, as
 * JSON: a press after a lost response has the same Idempotency-Key (intent.ts).
 */
export function useWish<T extends object>(): (wish: T) => T {
  const last = useRef<T>(undefined);
  return (wish) => {
    if (JSON.stringify(last.current) !== JSON.stringify(wish)) last.current = wish;
    return last.current ?? wish;
  };
}
