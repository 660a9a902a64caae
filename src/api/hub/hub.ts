/**
 * The hub at /hubs/message_recording on the same port as everything else (document 2 section 7). It
 * offers WebSockets only, and keeps nothing between the negotiation and the connection, so that the
 * two may reach different processes.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '#contract/errors.ts';
import { recordingHubPath } from '#contract/message-recording.ts';
import { asPlatform } from '#db/database.ts';
import { levelOf } from '#db/errors.ts';
import { endLostRecordings } from '#db/queries/phone-recording.ts';
import { goodTokens } from '#db/queries/session.ts';
import { clientAddresses } from '../client-address.ts';
import type { ApiDeps } from '../deps.ts';
import { requestIdOf } from '../plugins/request-id.ts';
import { hubConnection, usualTimes } from './connection.ts';
import { hubConnections } from './connections.ts';
import type { HubSettings } from './hub-settings.ts';
import { pushRecordings, type RecordingPush, sessionOver } from './news.ts';
import { hubSession, pathOf, upgrader } from './upgrade.ts';

/** Real milliseconds between two looks whether the sessions of those connected are still good. */
const lookEvery = 2_000;
/** Real milliseconds for the last news before a stop: the database may be away. */
const lastWordsWithin = 1_000;

export function serveRecordingHub(app: FastifyInstance, deps: ApiDeps): void {
  const { db, platformDb, log } = deps;
  const settings: HubSettings = { ...usualTimes, lookEvery, ...deps.hub };
  const connections = hubConnections();
  const addressOf = clientAddresses(deps.trustedProxies);
  const upgrade = upgrader(platformDb);
  let push: RecordingPush | undefined;
  let closing = false;

  app.post(
    `${recordingHubPath}/negotiate`,
    {
      config: { contractPath: `${recordingHubPath}/negotiate` },
      onRequest: async (request) => {
        request.session = await hubSession(platformDb, request.headers.authorization, request.url);
      },
    },
    (request, reply) => {
      const { negotiateVersion } = request.query as { negotiateVersion?: string };
      return reply.header('cache-control', 'no-store').send(negotiated(Number(negotiateVersion)));
    },
  );

  app.server.on('upgrade', async (request, socket, head) => {
    if (closing) return void socket.destroy();
    const id = requestIdOf(request);
    const isOurs = pathOf(request).replace(/\/$/, '') === recordingHubPath;
    const route = isOurs ? recordingHubPath : null;
    const line = { requestId: id, method: request.method, route, address: addressOf(request) };
    const upgraded = await upgrade(id, request, socket, head);
    if (upgraded instanceof ProblemError) {
      const level = upgraded.status >= 500 ? levelOf(upgraded.cause, 'error') : 'info';
      log[level]({ ...line, status: upgraded.status }, 'answered');
      return;
    }
    const { session } = upgraded;
    const { clientId, managerId } = session;
    log.info({ ...line, status: 101, clientId, managerId }, 'answered');
    // Listening costs a connection to the database: it begins with the first who wants to hear.
    push ??= pushRecordings(deps, connections);
    const connection = hubConnection(upgraded.socket, session, settings, {
      onReady: (ready) => push?.greet(ready),
      onEnd: connections.remove,
    });
    connections.add(connection);
    if (closing) connection.end({ comeBack: true });
  });

  const look = async () => {
    const all = connections.all();
    if (all.length === 0) return;
    const good = await goodTokens(
      platformDb,
      all.map(({ session }) => session.token),
    );
    for (const connection of all) {
      if (!good.has(connection.session.token)) connection.end(sessionOver);
    }
    // Also where no engine runs that would do it.
    await asPlatform(db, endLostRecordings);
  };
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking
      .then(look)
      .catch((error) =>
        log[levelOf(error, 'warn')]({ reason: String(error) }, 'sessions could not be looked at'),
      );
  }, settings.lookEvery).unref();

  deps.metrics.gaugeOf(
    'carillon_hub_connections',
    'Open connections to the recording hub.',
    () => connections.all().length,
  );
  // The server waits for its connections: those of the hub are told what an engine that stops beside
  // it has just made of their calls, then to come back, then cut.
  app.addHook('preClose', async () => {
    closing = true;
    clearInterval(timer);
    await Promise.race([push?.catchUp(), sleep(lastWordsWithin, undefined, { ref: false })]);
    for (const connection of connections.all()) connection.end({ comeBack: true });
  });
  app.addHook('onClose', async () => {
    await looking;
    await push?.close();
  });
}

/** Version 1 tells the id of the connection from the token that connects it; version 0 has one. */
function negotiated(version: number) {
  const connectionId = randomUUID();
  const availableTransports = [{ transport: 'WebSockets', transferFormats: ['Text'] }];
  return version >= 1
    ? { negotiateVersion: 1, connectionId, connectionToken: randomUUID(), availableTransports }
    : { connectionId, availableTransports };
}
