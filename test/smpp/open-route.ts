/** Our carrier on an SMSC, with time limits short enough for tests. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { openSmpp } from '../../src/carriers/smpp/carrier.ts';
import { type SmppSettings, smppSettings } from '../../src/carriers/smpp/settings.ts';
import { type Timing, timingOf } from '../../src/carriers/smpp/timing.ts';
import type { TextEvent, TextRequest } from '../../src/carriers/text-port.ts';
import type { Clock } from '../../src/domain/clock.ts';
import { realMs, simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { until } from '../harness/until.ts';
import { type Smsc, type SmscWish, startSmsc } from './smsc.ts';

export const sender = '13025550100';

const quick: Partial<Timing> = {
  bindMs: realMs(2_000),
  responseMs: realMs(400),
  checkMs: realMs(20),
  closeMs: realMs(200),
  patienceMs: realMs(300),
  restPatienceMs: realMs(600),
  rebindMs: realMs(10),
  longestRebindMs: realMs(100),
  joinMs: realMs(300),
};

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

export const log = { info() {}, warn() {}, error() {} };

export function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-smpp-'));
  open.push({ close: async () => rmSync(folder, { recursive: true, force: true }) });
  return folder;
}

export async function smscOf(wish: SmscWish = {}): Promise<Smsc> {
  const smsc = await startSmsc(wish);
  open.unshift(smsc);
  return smsc;
}

export interface RouteWish {
  settings?: Partial<SmppSettings>;
  timing?: Partial<Timing>;
  folder?: string;
  engineName?: string;
  /** The engine's clock; real time when absent. */
  clock?: Clock;
  /** Gets the warnings. */
  warn?: (what: object, words: string) => void;
}

/** The carrier as the engine opens it, not bound yet. */
export function routeTo(
  port: number,
  {
    settings,
    timing,
    folder,
    engineName = 'test',
    clock = { now: () => simMs(Date.now()) },
    warn,
  }: RouteWish = {},
) {
  const full = {
    ...smppSettings.parse({ host: '127.0.0.1', port, systemId: 'carillon', password: 'secret' }),
    ...settings,
  };
  const dataFolder = folder ?? temporary();
  const around = {
    ...{ name: 'smpp', engineName, log: { ...log, ...(warn && { warn }) }, dataFolder, clock },
    randomOf: (name: string) => seededRandom(`7/${name}`),
  };
  const route = openSmpp(full, around, { ...timingOf(full), ...quick, ...timing });
  open.unshift(route);
  return { ...route, folder: dataFolder };
}

export async function boundRoute(smsc: Smsc, wish: RouteWish = {}) {
  const route = routeTo(smsc.port, wish);
  await until(() => route.text.connected() || undefined);
  return route;
}

export function textOf(
  n: number,
  body = `Hello ${n}.`,
  until = Number.POSITIVE_INFINITY,
): TextRequest {
  return {
    textId: `1-1-${n}`,
    from: sender,
    to: String(13_034_000_000 + n),
    body,
    until: simMs(until),
  };
}

export const textsOf = (count: number, body?: string) =>
  Array.from({ length: count }, (_, n) => textOf(n, body));

/** The next events, acknowledged as by the engine after its commit. */
export async function nextEvents(
  route: { text: { events(): TextEvent[]; acknowledge(events: TextEvent[]): void } },
  count: number,
): Promise<TextEvent[]> {
  const all: TextEvent[] = [];
  await until(() => {
    const events = route.text.events();
    route.text.acknowledge(events);
    all.push(...events);
    return all.length >= count || undefined;
  });
  return all;
}
