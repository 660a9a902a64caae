import { useState } from 'react';

/** A boolean that this browser remembers. */
export function useStoredFlag(key: string): [boolean, (next: boolean) => void] {
  const [flag, setFlag] = useState(() => localStorage.getItem(key) === 'true');
  const change = (next: boolean) => {
    localStorage.setItem(key, String(next));
    setFlag(next);
  };
  return [flag, change];
}
