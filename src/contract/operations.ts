/**
 * Every operation of the platform API, by name. An operation that is not in this table does not
 * exist: the server binds this table, and the API description and the tenancy walk are made from
 * it.
 */
import * as accountField from './account-field.ts';
import * as agents from './agents.ts';
import * as audit from './audit.ts';
import * as callList from './call-list.ts';
import * as callListImport from './call-list-import.ts';
import * as callListUpload from './call-list-upload.ts';
import * as callRecord from './call-record.ts';
import * as callRecordStory from './call-record-story.ts';
import * as callRecordSummary from './call-record-summary.ts';
import * as callerIdBucket from './caller-id-bucket.ts';
import * as campaign from './campaign.ts';
import * as campaignFigures from './campaign-figures.ts';
import * as campaignFunnel from './campaign-funnel.ts';
import * as campaignNumbers from './campaign-numbers.ts';
import * as campaignStats from './campaign-stats.ts';
import * as carrier from './carrier.ts';
import * as clientStop from './client-stop.ts';
import * as copy from './copy.ts';
import * as doNotCall from './do-not-call.ts';
import * as followUpState from './follow-up-state.ts';
import * as forecast from './forecast.ts';
import * as hold from './hold.ts';
import type { OperationShape } from './http.ts';
import * as inboundDesk from './inbound-desk.ts';
import * as inboundText from './inbound-text.ts';
import * as inboundUnread from './inbound-unread.ts';
import * as limits from './limits.ts';
import * as lint from './lint.ts';
import * as liveMonitoring from './live-monitoring.ts';
import * as manager from './manager.ts';
import * as managerLink from './manager-link.ts';
import * as managerPhone from './manager-phone.ts';
import * as messagePreview from './message-preview.ts';
import * as messageRecording from './message-recording.ts';
import * as messageTest from './message-test.ts';
import * as number from './number.ts';
import * as oidc from './oidc.ts';
import * as person from './person.ts';
import * as personData from './person-data.ts';
import * as platform from './platform.ts';
import * as policy from './policy.ts';
import * as reads from './reads.ts';
import * as reportArchive from './report-archive.ts';
import * as reportFilter from './report-filter.ts';
import * as retention from './retention.ts';
import * as scrub from './scrub.ts';
import * as secondFactor from './second-factor.ts';
import * as session from './session.ts';
import * as spokenKind from './spoken-kind.ts';
import * as textCampaign from './text-campaign.ts';
import * as textMessage from './text-message.ts';
import * as tour from './tour.ts';
import * as voiceCampaign from './voice-campaign.ts';
import * as voiceMessage from './voice-message.ts';

const nouns = [
  reads,
  session,
  secondFactor,
  manager,
  managerLink,
  managerPhone,
  oidc,
  agents,
  audit,
  accountField,
  voiceMessage,
  messagePreview,
  messageRecording,
  messageTest,
  textMessage,
  campaign,
  campaignStats,
  clientStop,
  campaignFigures,
  voiceCampaign,
  campaignFunnel,
  campaignNumbers,
  followUpState,
  forecast,
  textCampaign,
  copy,
  carrier,
  callerIdBucket,
  callList,
  callListUpload,
  callListImport,
  liveMonitoring,
  doNotCall,
  number,
  callRecord,
  callRecordSummary,
  callRecordStory,
  reportArchive,
  reportFilter,
  retention,
  inboundText,
  inboundUnread,
  inboundDesk,
  hold,
  limits,
  lint,
  person,
  personData,
  platform,
  policy,
  spokenKind,
  scrub,
  tour,
];

type OperationsOf<Noun> = Noun extends unknown ? Extract<Noun[keyof Noun], OperationShape> : never;

/** The names of all operations. */
export type OperationName = OperationsOf<(typeof nouns)[number]>['name'];

function isOperation(value: unknown): value is OperationShape {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    'response' in value
  );
}

/**
 * All operations; the ones with a narrower `when` come before the general ones of the same path.
 */
export const allOperations: readonly OperationShape[] = nouns
  .flatMap((noun) => Object.values(noun as Record<string, unknown>).filter(isOperation))
  .sort((a, b) => (b.when?.length ?? 0) - (a.when?.length ?? 0));
