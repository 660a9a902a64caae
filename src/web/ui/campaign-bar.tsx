import { useNavigate } from '@tanstack/react-router';
import { type Campaign, campaignTexts, runStatus } from '#contract/campaign.ts';
import { linkSearch } from '../lib/link-search.ts';
import { Button } from './button.tsx';
import type { ActedCampaign, CampaignActions } from './campaign-actions.tsx';
import type { MenuItem } from './menu.tsx';
import { SelectionBar } from './selection-bar.tsx';

type Picked = ActedCampaign & Pick<Campaign, 'campaignStatusId'>;

interface CampaignBarProps {
  picked: readonly Picked[];
  actions: CampaignActions;
  onClear: () => void;
}

/** What can be done with the chosen campaigns. */
export function CampaignBar({ picked, actions, onClear }: CampaignBarProps) {
  const stopped = picked.filter((one) => !isRunning(one));
  const running = picked.filter(isRunning);
  const allRun = stopped.length === 0 ? 'All of them run.' : undefined;
  const noneRuns = running.length === 0 ? 'None of them runs.' : undefined;
  return (
    <SelectionBar count={picked.length} noun={['campaign', 'campaigns']} onClear={onClear}>
      <Button changes size="sm" reason={allRun} onClick={() => actions.start(stopped)}>
        Start
      </Button>
      <Button changes size="sm" reason={noneRuns} onClick={() => actions.stop(running)}>
        Stop
      </Button>
      <Button changes size="sm" onClick={() => actions.copy(picked)}>
        Duplicate
      </Button>
      <Button changes size="sm" variant="danger" onClick={() => actions.remove(picked)}>
        Delete
      </Button>
    </SelectionBar>
  );
}

function isRunning({ campaignStatusId: status }: Picked): boolean {
  return status === runStatus.running || status === runStatus.starting;
}

/** A row's menu; Edit comes first, and is what Enter and a double-click do. */
export function useCampaignMenu(actions: CampaignActions, onEdit: (campaignId: number) => void) {
  const navigate = useNavigate();
  return (row: Picked): MenuItem[] => [
    { label: 'Edit', hint: 'Enter', onSelect: () => onEdit(row.campaignId) },
    {
      label: 'Open in Live Monitoring',
      onSelect: () =>
        void navigate({
          to: '/main/livemonitoring',
          search: linkSearch({ campaignId: row.campaignId }),
        }),
    },
    isRunning(row)
      ? { label: 'Stop', separated: true, changes: true, onSelect: () => actions.stop([row]) }
      : { label: 'Start', separated: true, changes: true, onSelect: () => actions.start([row]) },
    { label: 'Duplicate', changes: true, onSelect: () => actions.copy([row]) },
    {
      label: 'Delete',
      changes: true,
      danger: true,
      separated: true,
      reason: deleteReason(row),
      onSelect: () => actions.remove([row]),
    },
  ];
}

function deleteReason({ campaignStatusId: status }: Picked): string | undefined {
  return status === runStatus.stopped ? undefined : campaignTexts.deleteRunning;
}
