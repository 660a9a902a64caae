import { useState } from 'react';

/** A boolean that this browser remembers; `first` until it was chosen. */
export function useStoredFlag(key: string, first = false): [boolean, (next: boolean) => void] {
  const [flag, setFlag] = useState(() => (localStorage.getItem(key) ?? String(first)) === 'true');
  const change = (next: boolean) => {
    localStorage.setItem(key, String(next));
    setFlag(next);
  };
  return [flag, change];
}
