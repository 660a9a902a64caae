import { completedName, runStatus, runStatusNames } from '#contract/campaign.ts';

/** Document 1 section 4: the color of each status name. */
export function campaignStatusColor(name: string): 'green' | 'red' | 'purple' | 'grey' {
  if (name === completedName) return 'green';
  if (name === runStatusNames[runStatus.stopped]) return 'red';
  if (name === runStatusNames[runStatus.stopping]) return 'red';
  if (name === runStatusNames[runStatus.starting]) return 'purple';
  if (name === runStatusNames[runStatus.running]) return 'purple';
  return 'grey';
}
