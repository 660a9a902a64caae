/**
 * The hub at /hubs/message_recording on the same port as everything else (document 2 section 7). It
 * offers WebSockets only, and keeps nothing between the negotiation and the connection, so that the
 * two may reach different processes.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '#contract/errors.ts';
import { recordingHubPath } from '#contract/message-recording.ts';
import { asPlatform } from '#db/database.ts';
import { levelOf } from '#db/errors.ts';
import { endLostRecordings } from '#db/queries/phone-recording.ts';
import { goodSessions } from '#db/queries/session.ts';
import { clientAddresses } from '../client-address.ts';
import type { ApiDeps } from '../deps.ts';
import { knownHosts } from '../host-names.ts';
import { plainHttpRefusal } from '../plugins/plain-http.ts';
import { requestIdOf } from '../plugins/request-id.ts';
import { hubConnection, usualTimes } from './connection.ts';
import { hubConnections } from './connections.ts';
import type { HubSettings } from './hub-settings.ts';
import { pushRecordings, type RecordingPush, sessionOver } from './recording-push.ts';
import { hubSession, pathOf, upgrader } from './upgrade.ts';

/** Real milliseconds between two checks that the sessions of all connections are still valid. */
const sessionCheckEvery = 2_000;
/** Real milliseconds for the last events before a stop: the database may be unreachable. */
const lastEventsWithin = 1_000;

export class RecordingHub {
  readonly #deps: ApiDeps;
  readonly #settings: HubSettings;
  readonly #connections = hubConnections();
  readonly #addressOf: ReturnType<typeof clientAddresses>;
  readonly #upgrade: ReturnType<typeof upgrader>;
  /** Listening costs a database connection, so it starts with the first client. */
  #push: RecordingPush | undefined;
  #closing = false;
  /** The session check in progress, or the last one. */
  #checking: Promise<void> = Promise.resolve();

  constructor(deps: ApiDeps) {
    this.#deps = deps;
    this.#settings = { ...usualTimes, sessionCheckEvery, ...deps.hub };
    this.#addressOf = clientAddresses(deps.trustedProxies);
    const known = knownHosts(deps.hostNames ?? [], deps.publicUrl);
    this.#upgrade = upgrader(deps.platformDb, known, plainHttpRefusal(deps));
  }

  serve(app: FastifyInstance): void {
    const { platformDb, metrics } = this.#deps;
    app.post(
      `${recordingHubPath}/negotiate`,
      {
        config: { contractPath: `${recordingHubPath}/negotiate` },
        onRequest: async (request) => {
          const { authorization } = request.headers;
          request.session = await hubSession(platformDb, authorization, request.url);
        },
      },
      (request, reply) => {
        const { negotiateVersion } = request.query as { negotiateVersion?: string };
        return reply.header('cache-control', 'no-store').send(negotiated(Number(negotiateVersion)));
      },
    );
    app.server.on('upgrade', (request, socket, head) => this.#connect(request, socket, head));
    const timer = setInterval(() => this.#checkSoon(), this.#settings.sessionCheckEvery).unref();
    metrics.gaugeOf(
      'carillon_hub_connections',
      'Open connections to the recording hub.',
      () => this.#connections.all().length,
    );
    app.addHook('preClose', async () => {
      clearInterval(timer);
      await this.#endConnections();
    });
    app.addHook('onClose', async () => {
      await this.#checking;
      await this.#push?.close();
    });
  }

  async #connect(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { log } = this.#deps;
    if (this.#closing) return void socket.destroy();
    const id = requestIdOf(request);
    const isOurs = pathOf(request).replace(/\/$/, '') === recordingHubPath;
    const route = isOurs ? recordingHubPath : null;
    const address = this.#addressOf(request);
    const line = { requestId: id, method: request.method, route, address };
    const upgraded = await this.#upgrade(id, request, socket, head);
    if (upgraded instanceof ProblemError) {
      const level = upgraded.status >= 500 ? levelOf(upgraded.cause, 'error') : 'info';
      log[level]({ ...line, status: upgraded.status }, 'responded');
      return;
    }
    const { session } = upgraded;
    const { clientId, managerId } = session;
    log.info({ ...line, status: 101, clientId, managerId }, 'responded');
    this.#push ??= pushRecordings(this.#deps, this.#connections);
    const connection = hubConnection(upgraded.socket, session, this.#settings, {
      onReady: (ready) => this.#push?.greet(ready),
      onEnd: this.#connections.remove,
    });
    this.#connections.add(connection);
    if (this.#closing) connection.end({ comeBack: true });
  }

  /** One check at a time. */
  #checkSoon(): void {
    const { log } = this.#deps;
    this.#checking = this.#checking
      .then(() => this.#checkSessions())
      .catch((error) =>
        log[levelOf(error, 'warn')](
          { reason: String(error) },
          'could not check the sessions of the hub',
        ),
      );
  }

  async #checkSessions(): Promise<void> {
    const { db, platformDb } = this.#deps;
    const all = this.#connections.all();
    if (all.length === 0) return;
    const good = await goodSessions(
      platformDb,
      all.map(({ session }) => session.sessionId),
    );
    for (const connection of all) {
      if (!good.has(connection.session.sessionId)) connection.end(sessionOver);
    }
    // Also when no engine runs that would do it.
    await asPlatform(db, endLostRecordings);
  }

  /**
   * The server waits for its connections. Those of the hub get the last events of an engine that
   * stops beside it, then the advice to reconnect, then they are cut.
   */
  async #endConnections(): Promise<void> {
    this.#closing = true;
    await Promise.race([this.#push?.catchUp(), sleep(lastEventsWithin, undefined, { ref: false })]);
    for (const connection of this.#connections.all()) connection.end({ comeBack: true });
  }
}

/** Version 1 has a token beside the connection id; version 0 has only the id. */
function negotiated(version: number) {
  const connectionId = randomUUID();
  const availableTransports = [{ transport: 'WebSockets', transferFormats: ['Text'] }];
  return version >= 1
    ? { negotiateVersion: 1, connectionId, connectionToken: randomUUID(), availableTransports }
    : { connectionId, availableTransports };
}
