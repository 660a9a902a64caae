import type { QueryClient } from '@tanstack/react-query';
import { startCampaign, stopAllCampaigns } from '#contract/campaign.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/plural.ts';
import { messageOf } from '../error-message.ts';
import { reportError } from '../error-modal.tsx';
import { notify } from '../notify.ts';
import type { NamedCampaign } from './run-question.ts';

/** Starts them one after the other; a refusal is shown with the campaign's name. */
export async function startAll(
  client: QueryClient,
  campaigns: readonly NamedCampaign[],
): Promise<void> {
  const started: NamedCampaign[] = [];
  for (const campaign of campaigns) {
    try {
      await api(startCampaign, { params: { id: campaign.campaignId } });
      started.push(campaign);
    } catch (error) {
      notify({ text: `${campaign.name}: ${messageOf(error)}`, tone: 'danger' });
    }
  }
  const [first] = started;
  if (first) {
    const one = started.length === 1;
    notify({
      text: one
        ? `${first.name} is starting.`
        : `${counted(started.length, 'campaign')} are starting.`,
      link: { label: 'Live Monitoring', href: '/main/livemonitoring' },
    });
  }
  await client.invalidateQueries();
}

/** One request for all of the client's campaigns. */
export async function stopAll(client: QueryClient): Promise<void> {
  try {
    const { campaigns } = await api(stopAllCampaigns);
    notify({ text: stoppedWords(campaigns.length) });
  } catch (error) {
    reportError(error);
  }
  await client.invalidateQueries();
}

/** "3 campaigns are stopping. Calls in progress will finish." */
export function stoppedWords(count: number): string {
  if (count === 0) return 'No campaign was running.';
  const verb = count === 1 ? 'is' : 'are';
  return `${counted(count, 'campaign')} ${verb} stopping. Calls in progress will finish.`;
}
