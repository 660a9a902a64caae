import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { campaignTexts } from '#contract/campaign.ts';
import {
  listTextCampaigns,
  listTextingNumbers,
  type TextCampaign,
  type TextingNumber,
  textCampaignTexts,
} from '#contract/text-campaign.ts';
import { listTextMessages } from '#contract/text-message.ts';
import { senderNumber } from '#domain/texting-number-kind.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { LoadingPage } from '#web/ui/load-failure.tsx';
import { MissingPage } from '#web/ui/missing-record.tsx';
import { draftOf, newDraft } from './draft.ts';
import { type EditorProps, editorTitle } from './editor-parts.ts';
import { TextCampaignForm } from './text-campaign-form.tsx';

/** Loads what the form needs; the form opens once everything is loaded. */
export function TextCampaignEditor(props: EditorProps) {
  const { campaignId } = props;
  const { clientId } = useManager();
  const query = { clientId };
  const campaigns = useQuery({
    queryKey: queryKey(listTextCampaigns, query),
    queryFn: ({ signal }) => api(listTextCampaigns, { query, signal }),
    // The editor must start from what is stored now.
    refetchOnMount: 'always',
  });
  const numbers = useQuery({
    queryKey: queryKey(listTextingNumbers, query),
    queryFn: async ({ signal }) =>
      checked(await api(listTextingNumbers, { params: { clientId }, signal })),
  });
  const messages = useQuery({
    queryKey: queryKey(listTextMessages, query),
    queryFn: ({ signal }) => api(listTextMessages, { query, signal }),
  });
  // Kept so that a deletion meanwhile does not discard what is being typed.
  const [opened, setOpened] = useState<TextCampaign>();
  const loaded = campaigns.isFetchedAfterMount ? campaigns.data : undefined;
  const campaign = opened ?? loaded?.find((one) => one.campaignId === campaignId);
  if (campaign && !opened) setOpened(campaign);
  const title = editorTitle(campaignId);
  if (loaded && campaignId !== 0 && !campaign) {
    return (
      <MissingPage
        title={title}
        what="This campaign"
        said={campaignTexts.editUnknown}
        back={{ label: 'Back to Text Campaigns', to: '/main/campaigns/texting' }}
      />
    );
  }
  if (!loaded || !numbers.data || !messages.data) {
    return <LoadingPage title={title} reads={[campaigns, numbers, messages]} />;
  }
  const others = loaded.filter((other) => other.campaignId !== campaignId);
  return (
    <TextCampaignForm
      {...props}
      campaign={campaign}
      first={campaign ? draftOf(campaign) : newDraft}
      numbers={numbers.data}
      messages={messages.data}
      otherNames={others.map(({ name }) => name)}
    />
  );
}

/** An invalid sender number is an error of the page (document 1 section 8). */
function checked(numbers: TextingNumber[]): TextingNumber[] {
  if (!numbers.every(senderNumber)) throw new Error(textCampaignTexts.invalidNumber);
  return numbers;
}
