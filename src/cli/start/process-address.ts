/**
 * Where a process reports its health, status and metrics for monitoring. An address of its own, because
 * the console's port is open to strangers, and an engine has no other one.
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { MetricsAddress } from '#config.ts';
import type { ClockCheck } from '#db/clock-check.ts';
import type { Database } from '#db/database.ts';
import { isPlatformReady } from '#db/queries/health.ts';
import type { TroubleWatch } from '#db/trouble.ts';
import type { Metrics } from '#domain/metrics.ts';
import { reasonOrNull, troubleSentence } from '#domain/reason-sentences.ts';
import type { TroubleKind } from '#domain/trouble-words.ts';
import { zoneData } from '#domain/zone-rules/zone-data.ts';
import { commit, version } from '#version.ts';
import { Refusal } from '../command.ts';
import { machineName } from './machine-name.ts';
import { tryListen } from './port.ts';
import { publishReadiness } from './readiness-figures.ts';
import { addressOf } from './start-block.ts';

export interface ProcessAddressDeps {
  /** Undefined: there is none. */
  address: MetricsAddress | undefined;
  /** Of this process, which listens there later. */
  consolePort?: number | undefined;
  db: Database;
  metrics: Metrics;
  clockCheck: Pick<ClockCheck, 'off' | 'offsetMs'>;
  trouble: Pick<TroubleWatch, 'database' | 'journal'>;
  roles: readonly string[];
}

export interface ProcessAddress {
  /** `http://127.0.0.1:4401`; undefined when there is none. */
  url: string | undefined;
  /** Before: nothing is ready yet. */
  markReady(): void;
  markStopping(): void;
  stop(): Promise<void>;
}

/** What /health/ready says. */
type Readiness = 'ok' | 'starting' | 'stopping' | TroubleKind;

/** Ports to try after the default one: other processes of this machine have the ones before. */
const mostTries = 100;
/** A watcher asks once every few seconds. */
const mostConnections = 64;

/** @throws Refusal when nothing can listen at the address that was set */
export async function openProcessAddress(deps: ProcessAddressDeps): Promise<ProcessAddress> {
  const startedAt = new Date().toISOString();
  let stage: 'ok' | 'starting' | 'stopping' = 'starting';
  publishReadiness(deps.metrics, () => stage, deps.trouble);

  /** The database may have gone away just now, unnoticed by the watch. */
  async function troubleNow() {
    const { trouble } = deps;
    const known = trouble.database();
    if (known && known.kind !== 'unreachable') return known;
    if (!(await isPlatformReady(deps.db))) {
      const since = new Date().toISOString();
      return { kind: 'unreachable', reason: troubleSentence('unreachable'), since } as const;
    }
    return trouble.database() ?? trouble.journal();
  }

  async function facts() {
    const trouble = await troubleNow();
    const status: Readiness = stage === 'ok' && trouble ? trouble.kind : stage;
    const reason = trouble?.reason ?? null;
    const troubleSince = trouble?.since ?? null;
    // The data's age is one of real days, whatever a simulation's clock shows.
    const timeZones = zoneData(Date.now());
    const clockOffReason = deps.clockCheck.off()?.reason ?? null;
    const clockOff = reasonOrNull(clockOffReason);
    return { status, reason, troubleSince, startedAt, clockOff, clockOffReason, timeZones };
  }

  async function respond(path: string, response: ServerResponse): Promise<void> {
    if (path === '/metrics') {
      response.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8');
      response.end(deps.metrics.render());
    } else if (path === '/health/live') json(response, 200, { status: 'ok', startedAt });
    else if (path === '/health/ready') {
      const ready = await facts();
      json(response, ready.status === 'ok' ? 200 : 503, ready);
    } else if (path === '/status') {
      const { roles, clockCheck } = deps;
      const clockOffsetMs = clockCheck.offsetMs();
      const who = { version, commit: commit ?? null, host: machineName(), pid: process.pid, roles };
      json(response, 200, { ...who, ...(await facts()), clockOffsetMs });
    } else json(response, 404, { detail: 'There is nothing at this address.' });
  }

  const server = createServer((request, response) => {
    response.setHeader('cache-control', 'no-store');
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads) return json(response, 405, { detail: 'Only GET is allowed here.' });
    const path = (request.url ?? '').replace(/[?#].*$/, '');
    respond(path, response).catch(() => {
      if (!response.headersSent)
        json(response, 500, { detail: 'The status cannot be read right now.' });
    });
  });
  server.maxConnections = mostConnections;
  server.requestTimeout = 10_000;
  server.headersTimeout = 10_000;
  const url = deps.address && (await listen(server, deps.address, deps.consolePort));
  return {
    url,
    markReady() {
      stage = 'ok';
    },
    markStopping() {
      stage = 'stopping';
    },
    async stop() {
      if (!url) return;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(`${JSON.stringify(body)}\n`);
}

/** Returns the address. The default one moves on to the next free port; one that was set does not. */
async function listen(
  server: Server,
  { host, port, isSet }: MetricsAddress,
  consolePort: number | undefined,
): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    if (!isSet && port + tries === consolePort) continue;
    const code = await tryToListen(server, host, port + tries);
    if (code === undefined) {
      const { port: taken } = server.address() as { port: number };
      return addressOf(host, taken);
    }
    if (code !== 'EADDRINUSE' || isSet || tries === mostTries) throw refusal(host, port, code);
  }
}

/**
 * Checked before the long work of a first start, or of migrations. By default any port will do, so that
 * only one that was set can be in use.
 *
 * @throws Refusal as `openProcessAddress`
 */
export async function assertAddressFree(address: MetricsAddress | undefined): Promise<void> {
  if (!address) return;
  const { host, port, isSet } = address;
  const code = await tryListen(host, port);
  if (code === undefined || (code === 'EADDRINUSE' && !isSet)) return;
  throw refusal(host, port, code);
}

function tryToListen(server: Server, host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    server.once('error', failed);
    server.listen({ host, port }, () => {
      server.off('error', failed);
      resolve(undefined);
    });
  });
}

function refusal(host: string, port: number, code: string): Refusal {
  return new Refusal(
    code === 'EADDRINUSE'
      ? `Port ${port} is in use by another program. Set CARILLON_METRICS to another port, or to "off".`
      : `Health and metrics cannot be served at ${host}:${port} (${code}). See CARILLON_METRICS.`,
  );
}
