import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { type Campaign, campaignType, checkStart, listCampaigns } from '#contract/campaign.ts';
import { type CampaignFunnel, readCampaignFunnel } from '#contract/campaign-funnel.ts';
import { readCampaignScrub } from '#contract/scrub.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/plural.ts';
import { queryKey } from '#web/lib/query.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { statusSentence } from '#web/lib/status-sentence.ts';
import { zoneName } from '#web/lib/zone.ts';
import { StartFindings } from '../lint/start-findings.tsx';
import { useScreenNamesZone } from '../zone-named.ts';
import styles from './question.module.css';
import { CountTable, Question } from './question-frame.tsx';
import type { NamedCampaign, RunQuestion } from './run-question.ts';
import { startAll } from './run-requests.ts';
import { scrubSentences } from './scrub-sentences.ts';
import { startCounts, startLead } from './start-counts.ts';

interface StartQuestionProps {
  question: Extract<RunQuestion, { kind: 'start' }>;
  onClose: () => void;
}

/** Rate and end, the counts that add up to the lists, and what speaks against it. */
export function StartQuestion({ question, onClose }: StartQuestionProps) {
  const { campaigns, anchor } = question;
  const client = useQueryClient();
  const facts = useStartFacts(campaigns);
  const screenNamesZone = useScreenNamesZone();
  const startable = campaigns.filter(({ campaignId }) => !facts.against.has(campaignId));
  const start = () => {
    onClose();
    if (question.start) question.start(startable);
    else void startAll(client, startable);
  };
  return (
    <Question
      anchor={anchor}
      title={titleOf(campaigns)}
      lead={leadOf(campaigns, facts)}
      note={screenNamesZone ? undefined : `Times are in ${zoneName(platformNow())}.`}
      confirmLabel="Start"
      reason={reasonAgainst(startable.length, facts)}
      onConfirm={start}
      onClose={onClose}
    >
      {facts.funnels && <CountTable {...startCounts(facts.funnels, facts.texts)} />}
      {facts.uncounted && (
        <p className={styles.against}>The numbers could not be counted. You can start anyway.</p>
      )}
      {facts.scrub.map((sentence) => (
        <p key={sentence} className={styles.checked}>
          {sentence}
        </p>
      ))}
      <Against campaigns={campaigns} against={facts.against} />
      <StartFindings campaigns={startable} />
      {facts.stops.map((sentence) => (
        <p key={sentence} className={styles.against}>
          {sentence} A start now waits until it is lifted.
        </p>
      ))}
    </Question>
  );
}

function titleOf(campaigns: readonly NamedCampaign[]): string {
  const [first] = campaigns;
  return campaigns.length === 1 && first
    ? `Start ${first.name}?`
    : `Start ${counted(campaigns.length, 'campaign')}?`;
}

interface StartFacts {
  /** In the order of the question; undefined until they are known. */
  known: readonly Campaign[] | undefined;
  /** Undefined until all are counted. */
  funnels: readonly CampaignFunnel[] | undefined;
  /** One of them could not be counted. */
  uncounted: boolean;
  /** Whether all of them send texts. */
  texts: boolean;
  /** The sentences that speak against a start, by campaign. */
  against: ReadonlyMap<number, string>;
  /** The stops under which they would wait. */
  stops: readonly string[];
  /** How many numbers were checked by scrub services; empty also while nobody knows: it blocks nothing. */
  scrub: readonly string[];
  checking: boolean;
}

function useStartFacts(campaigns: readonly NamedCampaign[]): StartFacts {
  const all = useQuery({
    queryKey: ['start question', ...queryKey(listCampaigns)],
    queryFn: ({ signal }) => api(listCampaigns, { signal }),
    ...asked,
  });
  const funnels = useQueries({
    queries: campaigns.map(({ campaignId: id }) => ({
      queryKey: ['start question', ...queryKey(readCampaignFunnel, { id })],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api(readCampaignFunnel, { params: { id }, signal }),
      ...asked,
    })),
  });
  const checks = useQueries({
    queries: campaigns.map(({ campaignId: id }) => ({
      queryKey: ['start question', ...queryKey(checkStart, { id })],
      queryFn: ({ signal }: { signal: AbortSignal }) => api(checkStart, { params: { id }, signal }),
      ...asked,
    })),
  });
  const scrubs = useQueries({
    queries: campaigns.map(({ campaignId: id }) => ({
      queryKey: ['start question', ...queryKey(readCampaignScrub, { id })],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api(readCampaignScrub, { params: { id }, signal }),
      ...asked,
    })),
  });
  const known = all.data && campaigns.flatMap(({ campaignId }) => find(all.data, campaignId) ?? []);
  const read = funnels.flatMap(({ data }) => data ?? []);
  return {
    known,
    funnels: read.length === campaigns.length ? read : undefined,
    uncounted: funnels.some(({ isError }) => isError),
    texts: known?.every((one) => one.campaignType === campaignType.texting) ?? false,
    against: new Map(
      checks.flatMap(({ data }) =>
        data?.statusReason ? [[data.campaignId, data.statusReason]] : [],
      ),
    ),
    stops: [...new Set(checks.flatMap(({ data }) => stopWords(data?.waitsFor) ?? []))],
    scrub: scrubSentences(scrubs.flatMap(({ data }) => data ?? [])),
    checking: checks.some(({ isPending }) => isPending),
  };
}

type WaitsFor = z.infer<typeof checkStart.response>['waitsFor'];

function stopWords(stop: WaitsFor | undefined): string | undefined {
  if (!stop) return undefined;
  const { reason: statusReason, reasonCode: reason } = stop;
  return statusSentence({ statusReason, reason }, platformNow()) ?? undefined;
}

/** Fresh each time the question is asked, and no error page: the question says what it lacks. */
const asked = { staleTime: 0, gcTime: 0, retry: false, throwOnError: false } as const;

function find(all: readonly Campaign[], campaignId: number): Campaign | undefined {
  return all.find((one) => one.campaignId === campaignId);
}

function leadOf(campaigns: readonly NamedCampaign[], { known, funnels }: StartFacts) {
  const [first] = known ?? [];
  if (campaigns.length > 1) return 'Each at its own pace.';
  return first ? startLead(first, funnels?.[0]) : 'Loading ...';
}

function reasonAgainst(startable: number, facts: StartFacts): string | undefined {
  if (facts.checking || !(facts.funnels || facts.uncounted)) return 'Counting the numbers ...';
  return startable === 0 ? [...facts.against.values()][0] : undefined;
}

interface AgainstProps {
  campaigns: readonly NamedCampaign[];
  against: ReadonlyMap<number, string>;
}

/** Of several campaigns each with its name: the others start. */
function Against({ campaigns, against }: AgainstProps) {
  return campaigns.map(({ campaignId, name }) => {
    const sentence = against.get(campaignId);
    if (sentence === undefined) return null;
    return (
      <p key={campaignId} className={styles.against}>
        {campaigns.length > 1 ? `${name}: ${sentence}` : sentence}
      </p>
    );
  });
}
