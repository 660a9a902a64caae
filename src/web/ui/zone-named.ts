import { createContext, useContext } from 'react';
import { formatLocalTime, formatMarkedTime } from '../lib/local-time.ts';

/** Whether the page names the zone of its times. */
export const ZoneNamed = createContext(false);

/** "10:41:18 AM", with its zone where the page does not name it. */
export function useTimeFormat(): typeof formatMarkedTime {
  return useContext(ZoneNamed) ? formatLocalTime : formatMarkedTime;
}
