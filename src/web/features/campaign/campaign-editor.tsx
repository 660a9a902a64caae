import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listCallerIdBuckets } from '#contract/caller-id-bucket.ts';
import { campaignTexts } from '#contract/campaign.ts';
import {
  getBroadcast,
  getLinkback,
  listVoiceCampaigns,
  type VoiceCampaign,
} from '#contract/voice-campaign.ts';
import { listVoiceMessages } from '#contract/voice-message.ts';
import { api } from '#web/lib/api.ts';
import { ApiProblem } from '#web/lib/problem.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { LoadingPage } from '#web/ui/load-failure.tsx';
import { MissingPage } from '#web/ui/missing-record.tsx';
import { CampaignForm } from './campaign-form.tsx';
import { draftOf, newDraft, type VoiceType } from './draft.ts';
import { type EditorProps, editorTitle } from './editor-parts.ts';
import { dataToEdit, typeToEdit } from './editor-state.ts';

/** Loads what the form needs; the form opens once everything is loaded. */
export function CampaignEditor(props: EditorProps) {
  const { campaignId, newType } = props;
  const query = { clientId: useManager().clientId };
  const campaigns = useQuery({
    queryKey: queryKey(listVoiceCampaigns, query),
    queryFn: ({ signal }) => api(listVoiceCampaigns, { query, signal }),
  });
  const [opened, setOpened] = useState<VoiceType>();
  const type = opened ?? (campaignId === 0 ? newType : storedType(campaigns, campaignId));
  // Kept so that a deletion meanwhile does not discard what is being typed.
  if (type !== 'gone' && type && !opened) setOpened(type);
  const campaign = useCampaign(campaignId, opened);
  const messages = useQuery({
    queryKey: queryKey(listVoiceMessages, query),
    queryFn: ({ signal }) => api(listVoiceMessages, { query, signal }),
  });
  const buckets = useQuery({
    queryKey: queryKey(listCallerIdBuckets, query),
    queryFn: ({ signal }) => api(listCallerIdBuckets, { query, signal }),
  });
  const stored = campaign.isSuccess ? dataToEdit(campaign.data) : undefined;
  const first = campaignId === 0 ? newDraft(newType) : stored && draftOf(stored);
  const title = opened ? editorTitle(campaignId, opened) : 'Edit Campaign';
  if (type === 'gone') {
    return (
      <MissingPage
        title={title}
        what="This campaign"
        said={campaignTexts.editUnknown}
        back={{ label: 'Back to Campaigns', to: '/main/campaigns/dialer' }}
      />
    );
  }
  if (!first || !messages.data || !buckets.data || !campaigns.data) {
    return <LoadingPage title={title} reads={[campaigns, campaign, messages, buckets]} />;
  }
  const others = campaigns.data.filter((other) => other.campaignId !== campaignId);
  return (
    <CampaignForm
      {...props}
      campaign={stored}
      first={first}
      messages={messages.data}
      buckets={buckets.data}
      otherNames={others.map(({ name }) => name)}
    />
  );
}

/** A list from before the campaign was created is reloaded before an error is shown. */
function storedType(campaigns: ListQuery, campaignId: number): VoiceType | 'gone' | undefined {
  const { data, isFetching } = campaigns;
  const known = data?.some((one) => one.campaignId === campaignId);
  if (data && known) return typeToEdit(data, campaignId);
  return data && !isFetching ? 'gone' : undefined;
}

type ListQuery = Pick<UseQueryResult<VoiceCampaign[]>, 'data' | 'isFetching'>;

/** The campaign as it is stored now; it must not change while it is edited. */
function useCampaign(campaignId: number, type: VoiceType | undefined) {
  const operation = type === 'linkback' ? getLinkback : getBroadcast;
  return useQuery({
    queryKey: queryKey(operation, { campaignId }),
    queryFn: ({ signal }) => api(operation, { params: { id: campaignId }, signal }).catch(explain),
    enabled: campaignId !== 0 && type !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** In the list, but deleted a moment ago: the documents prescribe a sentence for that. */
function explain(error: unknown): never {
  const gone = error instanceof ApiProblem && error.status === 404;
  throw gone ? new Error(campaignTexts.editWithoutData, { cause: error }) : error;
}
