import { useEffect } from 'react';

/** Reports why nothing around the open step can be saved now: a call or an upload would be lost. */
export function useBusy(
  busy: string | undefined,
  onBusy: (busy: string | undefined) => void,
): void {
  useEffect(() => {
    onBusy(busy);
    return () => onBusy(undefined);
  }, [busy, onBusy]);
}
