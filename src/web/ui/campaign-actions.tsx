import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  type Campaign,
  campaignTexts,
  deleteCampaign,
  startCampaign,
  stopCampaign,
} from '#contract/campaign.ts';
import { listCampaignFigures } from '#contract/campaign-figures.ts';
import { copyCampaign } from '#contract/copy.ts';
import { api } from '../lib/api.ts';
import { changedCampaigns } from '../lib/campaign-operations.ts';
import { ApiProblem } from '../lib/problem.ts';
import { queryKey } from '../lib/query.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { notify } from './notify.ts';
import { askToStart } from './run/run-question.ts';
import { useRunEach } from './use-run-each.ts';

/** A campaign of any type, as far as these actions need it. */
export type ActedCampaign = Pick<Campaign, 'campaignId' | 'name'> & {
  version?: number | undefined;
};

export interface CampaignActions {
  /** Says the numbers and asks first: one press calls thousands of people. */
  start: (campaigns: readonly ActedCampaign[]) => void;
  /** At once. */
  stop: (campaigns: readonly ActedCampaign[]) => void;
  copy: (campaigns: readonly ActedCampaign[]) => void;
  /** Asks first. */
  remove: (campaigns: readonly ActedCampaign[]) => void;
  /** To be drawn by the page. */
  dialogs: ReactNode;
}

/** What can be done with one campaign or with several; `onDone` is called after each. */
export function useCampaignActions(onDone?: () => void): CampaignActions {
  const [asked, setAsked] = useState<readonly ActedCampaign[]>([]);
  const run = useRunOnEach(onDone);
  const removeSingle = useRemoveSingle(onDone);
  const remove = async (anyway: boolean) => {
    const [only] = asked;
    if (asked.length === 1 && only) await removeSingle(only, anyway);
    else await run(asked, 'deleted', (campaign) => removeOne(campaign));
  };
  return {
    start: (campaigns) =>
      askToStart(campaigns, { start: (those) => void run(those, 'started', startOne) }),
    stop: (campaigns) => void run(campaigns, 'stopped', stopOne),
    copy: (campaigns) => void run(campaigns, 'duplicated', copyOne),
    remove: setAsked,
    dialogs: (
      <ConfirmDialog
        opened={asked.length > 0}
        title="Delete Campaign"
        confirmLabel="Delete"
        danger
        onConfirm={remove}
        onClose={() => setAsked([])}
      >
        {`Delete ${namesOf(asked)}? ${asked.length === 1 ? 'Its' : 'Their'} contact lists and call records are kept, but the lists are no longer called.`}
      </ConfirmDialog>
    ),
  };
}

type RunOne = (campaign: ActedCampaign) => Promise<unknown>;
const byId = ({ campaignId }: ActedCampaign) => ({ params: { id: campaignId } });
const startOne: RunOne = (campaign) => api(startCampaign, byId(campaign));
const stopOne: RunOne = (campaign) => api(stopCampaign, byId(campaign));
const copyOne: RunOne = (campaign) => api(copyCampaign, byId(campaign));
const removeOne = (campaign: ActedCampaign, anyway = false) => {
  const { version } = campaign;
  const body = anyway || version === undefined ? {} : { version };
  return api(deleteCampaign, { ...byId(campaign), body }).catch(explainGone);
};

/** Somebody else deleted it first: the documents prescribe a sentence for that. */
function explainGone(error: unknown): never {
  const gone = error instanceof ApiProblem && error.status === 404;
  throw gone ? new Error(campaignTexts.deleteUnknown, { cause: error }) : error;
}

const changed = [...changedCampaigns, listCampaignFigures];

/** Of one campaign the dialog itself says why it was refused, and asks again after a change. */
function useRemoveSingle(onDone: (() => void) | undefined) {
  const client = useQueryClient();
  return async (campaign: ActedCampaign, anyway: boolean) => {
    await removeOne(campaign, anyway);
    notify({ text: `${campaign.name} was deleted.` });
    onDone?.();
    await Promise.all(
      changed.map((operation) => client.invalidateQueries({ queryKey: queryKey(operation) })),
    );
  };
}

function useRunOnEach(onDone: (() => void) | undefined) {
  const runEach = useRunEach(changed, onDone);
  return (items: readonly ActedCampaign[], done: string, run: RunOne) =>
    runEach({ items, done, run, nameOf: ({ name }) => name });
}

/** "Past due, East", "3 campaigns". */
function namesOf(campaigns: readonly ActedCampaign[]): string {
  const [first] = campaigns;
  return campaigns.length === 1 && first ? first.name : `${campaigns.length} campaigns`;
}
