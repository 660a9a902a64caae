import type { CallList } from '#contract/call-list.ts';

/** Two lists may have one name; nobody should make that without knowing. */
export function sameNameHint(name: string, others: readonly CallList[]): string | undefined {
  const same = others.find(
    ({ originalFileName }) => originalFileName.toLowerCase() === name.toLowerCase(),
  );
  if (!same || name === '') return undefined;
  return `Another contact list has this name: in ${same.campaignName}, ${same.callListStatusName}.`;
}
