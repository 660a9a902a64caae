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

export class RecordingHub {
  readonly #deps: ApiDeps;
  readonly #settings: HubSettings;
  readonly #connections = hubConnections();
  readonly #addressOf: ReturnType<typeof clientAddresses>;
  readonly #upgrade: ReturnType<typeof upgrader>;
  /** Listening costs a connection to the database: it begins with the first who wants to hear. */
  #push: RecordingPush | undefined;
  #closing = false;
  /** The look at the sessions that is under way, or the last one. */
  #looking: Promise<void> = Promise.resolve();

  constructor(deps: ApiDeps) {
    this.#deps = deps;
    this.#settings = { ...usualTimes, lookEvery, ...deps.hub };
    this.#addressOf = clientAddresses(deps.trustedProxies);
    this.#upgrade = upgrader(deps.platformDb);
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
    const timer = setInterval(() => this.#lookSoon(), this.#settings.lookEvery).unref();
    metrics.gaugeOf(
      'carillon_hub_connections',
      'Open connections to the recording hub.',
      () => this.#connections.all().length,
    );
    app.addHook('preClose', async () => {
      clearInterval(timer);
      await this.#sayGoodbye();
    });
    app.addHook('onClose', async () => {
      await this.#looking;
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
      log[level]({ ...line, status: upgraded.status }, 'answered');
      return;
    }
    const { session } = upgraded;
    const { clientId, managerId } = session;
    log.info({ ...line, status: 101, clientId, managerId }, 'answered');
    this.#push ??= pushRecordings(this.#deps, this.#connections);
    const connection = hubConnection(upgraded.socket, session, this.#settings, {
      onReady: (ready) => this.#push?.greet(ready),
      onEnd: this.#connections.remove,
    });
    this.#connections.add(connection);
    if (this.#closing) connection.end({ comeBack: true });
  }

  /** One look after the other. */
  #lookSoon(): void {
    const { log } = this.#deps;
    this.#looking = this.#looking
      .then(() => this.#look())
      .catch((error) =>
        log[levelOf(error, 'warn')]({ reason: String(error) }, 'sessions could not be looked at'),
      );
  }

  async #look(): Promise<void> {
    const { db, platformDb } = this.#deps;
    const all = this.#connections.all();
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
  }

  /**
   * The server waits for its connections: those of the hub are told what an engine that stops beside
   * it has just made of their calls, then to come back, then cut.
   */
  async #sayGoodbye(): Promise<void> {
    this.#closing = true;
    await Promise.race([this.#push?.catchUp(), sleep(lastWordsWithin, undefined, { ref: false })]);
    for (const connection of this.#connections.all()) connection.end({ comeBack: true });
  }
}

/** Version 1 tells the id of the connection from the token that connects it; version 0 has one. */
function negotiated(version: number) {
  const connectionId = randomUUID();
  const availableTransports = [{ transport: 'WebSockets', transferFormats: ['Text'] }];
  return version >= 1
    ? { negotiateVersion: 1, connectionId, connectionToken: randomUUID(), availableTransports }
    : { connectionId, availableTransports };
}
