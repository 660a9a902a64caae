import { listCallLists } from '#contract/call-list.ts';
import { type Campaign, campaignType, listCampaigns, runStatus } from '#contract/campaign.ts';
import { findPeople, leastPersonLetters } from '#contract/person.ts';
import { api } from '../lib/api.ts';
import { formatPhone } from '../lib/format.ts';
import { numberIn } from '../lib/number-in.ts';
import type { CampaignActions } from '../ui/campaign-actions.tsx';
import type { PaletteEntry, PaletteSource } from './palette-sources.ts';

type Acts = Pick<CampaignActions, 'start' | 'stop' | 'copy'>;

/** A campaign opens where it is watched; and what can be done with it. */
export const campaigns = async (acts: Acts): Promise<readonly PaletteEntry[]> =>
  (await api(listCampaigns)).flatMap((campaign) => [
    {
      id: `campaign ${campaign.campaignId}`,
      label: campaign.name,
      kind: `${campaign.campaignTypeName}, ${campaign.campaignStatusName}`,
      words: 'campaign',
      href: '/main/livemonitoring',
      search: { campaignId: campaign.campaignId },
    },
    ...actionsOf(campaign, acts),
  ]);

function actionsOf(campaign: Campaign, acts: Acts): PaletteEntry[] {
  const { campaignId, name, campaignTypeName: kind, campaignStatusId: status } = campaign;
  const runs = status === runStatus.running || status === runStatus.starting;
  const texting = campaign.campaignType === campaignType.texting;
  const editor = texting ? '/main/campaigns/texting' : '/main/campaigns/dialer';
  const entry = (verb: string, part: Partial<PaletteEntry>): PaletteEntry => ({
    id: `${verb} ${campaignId}`,
    label: `${verb} ${name}`,
    kind,
    needs: 'manager',
    action: true,
    ...part,
  });
  return [
    runs
      ? entry('Stop', { run: () => acts.stop([campaign]) })
      : entry('Start', { run: () => acts.start([campaign]) }),
    entry('Edit', { href: editor, search: { campaignId } }),
    entry('Upload to', { href: '/main/upload', search: { campaignId } }),
    entry('Duplicate', { run: () => acts.copy([campaign]) }),
  ];
}

/** A contact list opens alone; others may have its name. */
export const callLists: PaletteSource = async () =>
  (await api(listCallLists)).map(({ callListId, originalFileName, callListStatusName }) => ({
    id: `list ${callListId}`,
    label: originalFileName,
    kind: `Contact list, ${callListStatusName}`,
    href: '/main/calllist',
    search: { callListId },
  }));

/** A telephone number, however it is written. */
export function typedNumber(asked: string): readonly PaletteEntry[] {
  const phone = numberIn(asked);
  if (!phone) return [];
  return [
    { id: `number ${phone}`, label: formatPhone(phone), kind: 'Number', href: hrefOf(phone) },
  ];
}

export function isPersonSearch(asked: string): boolean {
  return asked.trim().length >= leastPersonLetters && /\p{L}/u.test(asked);
}

/** People who were called or texted; the lists themselves have no index of names. */
export async function people(asked: string, signal: AbortSignal): Promise<readonly PaletteEntry[]> {
  const found = await api(findPeople, { query: { search: asked.trim() }, signal });
  return found.map(({ phone, name, campaignName }) => ({
    id: `person ${phone} ${name}`,
    label: name,
    kind: `${formatPhone(phone)}, contacted by ${campaignName}`,
    href: hrefOf(phone),
  }));
}

const hrefOf = (phone: string) => `/main/number/${phone}`;
