import { useQueries, useQuery } from '@tanstack/react-query';
import { refusalOf } from '../lib/rights.ts';
import { useSettled } from '../lib/use-settled.ts';
import type { CampaignActions } from '../ui/campaign-actions.tsx';
import { commands } from './palette-commands.ts';
import { callLists, campaigns, isPersonSearch, people, typedNumber } from './palette-records.ts';
import { findEntries, type PaletteEntry, screens } from './palette-sources.ts';

export const paletteName = 'Find a screen, campaign or number';

/** Milliseconds from the last key to a search on the server. */
const settleTime = 250;

/** Screens and commands appear at once; results from the server are added as they arrive. */
export function usePaletteEntries(
  asked: string,
  actions: CampaignActions,
  showKeys: () => void,
): readonly PaletteEntry[] {
  const records = useQueries({
    queries: [
      { queryKey: ['palette', 'campaigns'], queryFn: () => campaigns(actions) },
      { queryKey: ['palette', 'callLists'], queryFn: () => callLists() },
    ].map((query) => ({ ...query, throwOnError: false })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const usable = [...screens, ...commands(showKeys), ...records].filter(
    ({ needs }) => !refusalOf(needs),
  );
  const found = findEntries(usable, asked);
  return [...typedNumber(asked), ...found, ...usePeople(asked)];
}

function usePeople(asked: string): readonly PaletteEntry[] {
  const settled = useSettled(asked, settleTime);
  const { data } = useQuery({
    queryKey: ['palette', 'people', settled],
    queryFn: ({ signal }) => people(settled, signal),
    enabled: isPersonSearch(settled),
    throwOnError: false,
  });
  return isPersonSearch(asked) && settled === asked ? (data ?? []) : [];
}
