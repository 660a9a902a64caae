/** The HTTP side of Carillon: everything on the one port. */

import multipart from '@fastify/multipart';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import { monitoringAge } from '#contract/live-monitoring.ts';
import { startUploadSweeper } from '#imports/upload-sweeper.ts';
import { Refusals } from './audit.ts';
import { type Bindings, bindOperations } from './binding.ts';
import type { ApiDeps } from './deps.ts';
import { knownHosts } from './host-names.ts';
import { RecordingHub } from './hub/hub.ts';
import { serveOpenapi } from './pages/openapi-page.ts';
import { serveStatusPage } from './pages/status-page.ts';
import { acceptBodies } from './plugins/bodies.ts';
import { cutSlowRequestsOnClose } from './plugins/closing.ts';
import { handleUnknownPaths, serveConsole } from './plugins/console.ts';
import { refuseUnknownHosts } from './plugins/known-hosts.ts';
import { nameMadeUpFiles } from './plugins/made-up-files.ts';
import { plainHttpRefusal, refusePlainHttp } from './plugins/plain-http.ts';
import {
  explainProblems,
  ignoreExpectations,
  refuseBadUrl,
  refuseInvalidHttp,
} from './plugins/problems.ts';
import { requestIdOf, returnRequestIds } from './plugins/request-id.ts';
import { logRequests } from './plugins/request-log.ts';
import { measureRequests } from './plugins/request-metrics.ts';
import { secureHeaders } from './plugins/security-headers.ts';
import { authentication } from './plugins/session.ts';
import { cutStalledBodies } from './plugins/stalled-bodies.ts';
import { noteUnnamedProxies } from './plugins/unnamed-proxies.ts';
import { registerAccountFieldRoutes } from './routes/account-field.ts';
import { registerAuditRoutes } from './routes/audit.ts';
import { registerCallListRoutes, registerRejectedRowsRoute } from './routes/call-list.ts';
import { registerCallListConsentRoutes } from './routes/call-list-consent.ts';
import { registerCallListImportRoutes } from './routes/call-list-import.ts';
import { registerCallListStatsRoutes } from './routes/call-list-stats.ts';
import { registerCallListUploadRoutes } from './routes/call-list-upload.ts';
import { registerCallRecordRoutes } from './routes/call-record.ts';
import { serveCallSounds } from './routes/call-sound.ts';
import { registerCallerIdBucketRoutes } from './routes/caller-id-bucket.ts';
import { registerCampaignRoutes } from './routes/campaign.ts';
import { registerCampaignFunnelRoutes } from './routes/campaign-funnel.ts';
import { registerCampaignNumberRoutes } from './routes/campaign-numbers.ts';
import { registerCampaignRunRoutes } from './routes/campaign-run.ts';
import { registerCampaignStatsRoutes } from './routes/campaign-stats.ts';
import { registerCarrierRoutes } from './routes/carrier.ts';
import { serveCarrierCallbacks } from './routes/carrier-callback.ts';
import { registerClientStopRoutes } from './routes/client-stop.ts';
import { registerCopyRoutes } from './routes/copy.ts';
import { registerDoNotCallRoutes } from './routes/do-not-call.ts';
import { registerFollowUpRoutes } from './routes/follow-up.ts';
import { registerForecastRoutes } from './routes/forecast.ts';
import { registerHealthRoutes } from './routes/health.ts';
import { registerHoldRoutes } from './routes/hold.ts';
import { registerInboundDeskRoutes } from './routes/inbound-desk.ts';
import { registerInboundTextRoutes } from './routes/inbound-text.ts';
import { registerLimitRoutes } from './routes/limits.ts';
import { registerLintRoutes } from './routes/lint.ts';
import { registerLiveMonitoringRoutes } from './routes/live-monitoring.ts';
import { registerManagerRoutes } from './routes/manager.ts';
import { registerManagerLinkRoutes } from './routes/manager-link.ts';
import { registerManagerPhoneRoutes } from './routes/manager-phone.ts';
import { registerMessagePreviewRoutes } from './routes/message-preview.ts';
import { registerMessageTestRoutes } from './routes/message-test.ts';
import { registerNumberRoutes } from './routes/number.ts';
import { registerOidcRoutes } from './routes/oidc.ts';
import { registerPersonRoutes } from './routes/person.ts';
import { registerPhoneRecordingRoutes } from './routes/phone-recording.ts';
import { registerPolicyRoutes } from './routes/policy.ts';
import { registerReadRoutes } from './routes/reads.ts';
import { registerReportArchiveRoutes } from './routes/report-archive.ts';
import { registerReportFilterRoutes } from './routes/report-filter.ts';
import { registerRetentionRoutes } from './routes/retention.ts';
import { registerScrubRoutes } from './routes/scrub.ts';
import { registerSecondFactorRoutes } from './routes/second-factor.ts';
import { registerSecurityRoutes } from './routes/security.ts';
import { registerSettingsRoutes } from './routes/settings.ts';
import { registerSimulationRoutes } from './routes/simulation.ts';
import { registerSoundRoutes } from './routes/sound.ts';
import { registerSpokenKindRoutes } from './routes/spoken-kind.ts';
import { registerTextCampaignRoutes } from './routes/text-campaign.ts';
import { registerTextMessageRoutes } from './routes/text-message.ts';
import { registerTextToSpeechRoutes } from './routes/text-to-speech.ts';
import { registerTourRoutes } from './routes/tour.ts';
import { registerVoiceMessageRoutes } from './routes/voice-message.ts';
import { createSharedResponses } from './shared-responses.ts';

/** One line for each noun. */
const registerAll: readonly ((app: Bindings, deps: ApiDeps) => void)[] = [
  registerAccountFieldRoutes,
  registerAuditRoutes,
  registerCallListRoutes,
  registerCallListConsentRoutes,
  registerRejectedRowsRoute,
  registerCallListStatsRoutes,
  registerCallListImportRoutes,
  registerCallListUploadRoutes,
  registerCallerIdBucketRoutes,
  registerCampaignRoutes,
  registerCampaignNumberRoutes,
  registerCampaignRunRoutes,
  registerCampaignStatsRoutes,
  registerCallRecordRoutes,
  registerClientStopRoutes,
  registerCopyRoutes,
  registerDoNotCallRoutes,
  registerHealthRoutes,
  registerInboundDeskRoutes,
  registerInboundTextRoutes,
  registerLimitRoutes,
  registerManagerRoutes,
  registerManagerLinkRoutes,
  registerManagerPhoneRoutes,
  registerMessageTestRoutes,
  registerNumberRoutes,
  registerReadRoutes,
  registerReportArchiveRoutes,
  registerReportFilterRoutes,
  registerRetentionRoutes,
  registerMessagePreviewRoutes,
  registerOidcRoutes,
  registerPersonRoutes,
  registerPhoneRecordingRoutes,
  registerLintRoutes,
  registerPolicyRoutes,
  registerScrubRoutes,
  registerSecurityRoutes,
  registerSecondFactorRoutes,
  registerSettingsRoutes,
  registerHoldRoutes,
  registerSimulationRoutes,
  registerSoundRoutes,
  registerSpokenKindRoutes,
  registerTextCampaignRoutes,
  registerTextMessageRoutes,
  registerTextToSpeechRoutes,
  registerTourRoutes,
  registerVoiceMessageRoutes,
];

/** The app, ready to listen; `close()` ends requests in progress and nothing of `deps`. */
export async function buildApp(deps: ApiDeps): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: requestIdOf,
    frameworkErrors: refuseBadUrl,
    // Without a trusted proxy the header X-Forwarded-For says nothing: any client can send one.
    trustProxy: deps.trustedProxies?.length ? [...deps.trustedProxies] : false,
    clientErrorHandler: refuseInvalidHttp,
    http: { requireHostHeader: false },
    // A console that stays open holds its connection; closing must not wait for it.
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  ignoreExpectations(app);
  returnRequestIds(app);
  cutSlowRequestsOnClose(app, deps.closePatience);
  cutStalledBodies(app, deps);
  explainProblems(app);
  logRequests(app);
  noteUnnamedProxies(app, deps);
  measureRequests(app, deps.metrics);
  await secureHeaders(app, deps.publicUrl);
  refusePlainHttp(app, plainHttpRefusal(deps));
  refuseUnknownHosts(app, knownHosts(deps.hostNames ?? [], deps.publicUrl));
  acceptBodies(app);
  await app.register(multipart);

  const bindings: Bindings = new Map();
  for (const register of registerAll) register(bindings, deps);
  const shared = createSharedResponses(monitoringAge);
  registerLiveMonitoringRoutes(bindings, deps, shared);
  registerCampaignFunnelRoutes(bindings, deps, shared);
  registerFollowUpRoutes(bindings, deps, shared);
  registerForecastRoutes(bindings, deps, shared);
  registerCarrierRoutes(bindings, deps, shared);
  // A client sees its own change in the next response. What only reads ends nothing: a colleague
  // who pages through a report must not make each watcher's funnel be counted anew.
  app.addHook('onSend', async ({ changes, session }) => {
    if (changes && session) shared.forget(session.clientId);
  });
  nameMadeUpFiles(app);
  bindOperations(app, bindings, {
    authenticate: authentication(app, deps.platformDb),
    checkResponses: deps.checkResponses ?? false,
    kept: deps,
    refusals: new Refusals(deps.platformDb),
  });
  new RecordingHub(deps).serve(app);
  await serveCarrierCallbacks(app, deps);
  serveOpenapi(app);
  serveStatusPage(app, deps);
  serveCallSounds(app, deps);
  if (deps.consoleFolder) await serveConsole(app, deps.consoleFolder);
  handleUnknownPaths(app, deps.consoleFolder !== undefined);
  const stopSweeping = startUploadSweeper(deps.db, deps.log);
  app.addHook('onClose', async () => stopSweeping());
  await app.ready();
  return app;
}
