import { useSyncExternalStore } from 'react';

/** A value that lives outside React and survives navigation. */
export interface Store<Value> {
  get(): Value;
  set(next: Value): void;
  /** Draws the component again at each change. */
  use(): Value;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return {
    get,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
