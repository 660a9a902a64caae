import { useQuery } from '@tanstack/react-query';
import { listCallerIdBuckets } from '../../../contract/caller-id-bucket.ts';
import {
  campaignTexts,
  campaignType,
  getBroadcast,
  getLinkback,
  listVoiceCampaigns,
} from '../../../contract/campaign.ts';
import { listVoiceMessages } from '../../../contract/voice-message.ts';
import { api } from '../../lib/api.ts';
import { queryKey } from '../../lib/query.ts';
import { useManager } from '../../lib/session.ts';
import { Page, Section } from '../../ui/page.tsx';
import { CampaignForm } from './campaign-form.tsx';
import { draftOf, newDraft, type VoiceType } from './draft.ts';
import { type EditorProps, editorTitle } from './editor-parts.ts';

/** Loads what the form needs; the form opens once all of it is there. */
export function CampaignEditor(props: EditorProps) {
  const { campaignId, newType } = props;
  const query = { clientId: useManager().clientId };
  const campaigns = useQuery({
    queryKey: queryKey(listVoiceCampaigns, query),
    queryFn: ({ signal }) => api(listVoiceCampaigns, { query, signal }),
  });
  const listed = campaigns.data?.find((one) => one.campaignId === campaignId);
  if (campaignId !== 0 && campaigns.isSuccess && !campaigns.isFetching && !listed) {
    throw new Error(campaignTexts.editUnknown);
  }
  const known = listed && typeOf(listed.campaignType);
  const type = campaignId === 0 ? newType : known;
  const campaign = useCampaign(campaignId, known);
  if (campaign.isSuccess && !campaign.data) throw new Error(campaignTexts.editWithoutData);
  const messages = useQuery({
    queryKey: queryKey(listVoiceMessages, query),
    queryFn: ({ signal }) => api(listVoiceMessages, { query, signal }),
  });
  const buckets = useQuery({
    queryKey: queryKey(listCallerIdBuckets, query),
    queryFn: ({ signal }) => api(listCallerIdBuckets, { query, signal }),
  });
  const first = campaignId === 0 ? newDraft(newType) : campaign.data && draftOf(campaign.data);
  if (!first || !messages.data || !buckets.data || !campaigns.data) {
    return (
      <Page title={type ? editorTitle(campaignId, type) : 'Edit Campaign'} divided>
        <Section>Loading ...</Section>
      </Page>
    );
  }
  const others = campaigns.data.filter((other) => other.campaignId !== campaignId);
  return (
    <CampaignForm
      {...props}
      campaign={campaign.data}
      first={first}
      messages={messages.data}
      buckets={buckets.data}
      otherNames={others.map(({ name }) => name)}
    />
  );
}

function typeOf(type: number): VoiceType {
  return type === campaignType.linkback ? 'linkback' : 'broadcast';
}

/** The campaign as it is stored now; it must not change under the hand. */
function useCampaign(campaignId: number, type: VoiceType | undefined) {
  const call = type === 'linkback' ? getLinkback : getBroadcast;
  return useQuery({
    queryKey: queryKey(call, { campaignId }),
    queryFn: ({ signal }) => api(call, { params: { id: campaignId }, signal }),
    enabled: type !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
