import { useQuery } from '@tanstack/react-query';
import { listCallerIdBuckets } from '../../../contract/caller-id-bucket.ts';
import { getBroadcast, listVoiceCampaigns } from '../../../contract/campaign.ts';
import { listVoiceMessages } from '../../../contract/voice-message.ts';
import { api } from '../../lib/api.ts';
import { queryKey } from '../../lib/query.ts';
import { useManager } from '../../lib/session.ts';
import { Page, Section } from '../../ui/page.tsx';
import { BroadcastForm } from './broadcast-form.tsx';
import { draftOf, newDraft } from './draft.ts';
import { type EditorProps, editorTitle } from './editor-parts.ts';

/** Loads what the form needs; the form opens once all of it is there. */
export function BroadcastEditor(props: EditorProps) {
  const { campaignId } = props;
  const query = { clientId: useManager().clientId };
  const campaign = useQuery({
    queryKey: queryKey(getBroadcast, { campaignId }),
    queryFn: ({ signal }) => api(getBroadcast, { params: { id: campaignId }, signal }),
    enabled: campaignId !== 0,
    // What is edited must be what is stored now, and must not change under the hand.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const messages = useQuery({
    queryKey: queryKey(listVoiceMessages, query),
    queryFn: ({ signal }) => api(listVoiceMessages, { query, signal }),
  });
  const buckets = useQuery({
    queryKey: queryKey(listCallerIdBuckets, query),
    queryFn: ({ signal }) => api(listCallerIdBuckets, { query, signal }),
  });
  const campaigns = useQuery({
    queryKey: queryKey(listVoiceCampaigns, query),
    queryFn: ({ signal }) => api(listVoiceCampaigns, { query, signal }),
  });
  const first = campaignId === 0 ? newDraft : campaign.data && draftOf(campaign.data);
  if (!first || !messages.data || !buckets.data || !campaigns.data) {
    return (
      <Page title={editorTitle(campaignId)} divided>
        <Section>Loading ...</Section>
      </Page>
    );
  }
  const others = campaigns.data.filter((other) => other.campaignId !== campaignId);
  return (
    <BroadcastForm
      {...props}
      campaign={campaign.data}
      first={first}
      messages={messages.data}
      buckets={buckets.data}
      otherNames={others.map(({ name }) => name)}
    />
  );
}
