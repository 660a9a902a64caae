import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** `?campaignId=7` chooses the campaign before the last step asks for it; the palette links so. */
export function useAskedCampaign(choose: (campaignId: number) => void): void {
  const { campaignId } = useSearch({ strict: false }) as { campaignId?: unknown };
  const asked = typeof campaignId === 'number' && campaignId > 0 ? campaignId : undefined;
  const latest = useRef(choose);
  latest.current = choose;
  // Once for each link: the manager may choose another one afterwards.
  useEffect(() => {
    if (asked !== undefined) latest.current(asked);
  }, [asked]);
}
