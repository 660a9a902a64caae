import { createContext, useContext, useEffect } from 'react';
import { formatLocalTime, formatMarkedTime } from '../lib/local-time.ts';
import { createStore } from '../lib/store.ts';

/** Whether the page names the zone of its times. */
export const ZoneNamed = createContext(false);

/** "10:41:18 AM", with its zone where the page does not name it. */
export function useTimeFormat(): typeof formatMarkedTime {
  return useContext(ZoneNamed) ? formatLocalTime : formatMarkedTime;
}

const screenNames = createStore(false);

/** Whether the screen below names the zone: for a dialog that stands outside its page. */
export const useScreenNamesZone = screenNames.use;

/** Called by the page itself, for what stands over it. */
export function useNameZone(named: boolean): void {
  useEffect(() => {
    screenNames.set(named);
    return () => screenNames.set(false);
  }, [named]);
}
