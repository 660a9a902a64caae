/** What the processes of this machine report, beside what the database knows. */

import { storedReason } from '#contract/reason.ts';
import type { LivingProcess } from '#db/queries/process.ts';
import { realMs } from '#domain/milliseconds.ts';
import { isTroubleKind } from '#domain/trouble-words.ts';
import { machineName } from '../start/machine-name.ts';
import { type RunningProcess, runningProcesses } from '../start/run-file.ts';
import type { ProcessFacts } from './facts.ts';

/** How long a response may take. */
const within = realMs(1_000);

/** Those of this data folder, with what each reports. */
export function askProcesses(dataFolder: string): Promise<ProcessFacts[]> {
  return Promise.all(runningProcesses(dataFolder).map(ask));
}

async function ask({ pid, version, roles, since, metrics }: RunningProcess): Promise<ProcessFacts> {
  const known = { host: machineName(), pid, version, roles, since };
  const quiet = { ...known, ...unreported };
  if (metrics === null) return { ...quiet, health: null };
  try {
    const signal = AbortSignal.timeout(within);
    const response = await fetch(new URL('/status', metrics), { signal });
    const said = (await response.json()) as Partial<Record<string, unknown>>;
    const { status, clockOffsetMs } = said;
    return {
      ...known,
      health: isHealth(status) ? status : 'silent',
      clockOffsetMs: typeof clockOffsetMs === 'number' ? clockOffsetMs : null,
      clockOff: textOf(said.clockOff),
      clockOffReason: storedReason.safeParse(said.clockOffReason).data ?? null,
      reason: textOf(said.reason),
      troubleSince: textOf(said.troubleSince),
    };
  } catch {
    return { ...quiet, health: 'silent' };
  }
}

/** What is unknown about a process that reports nothing. */
const unreported = {
  ...{ reason: null, troubleSince: null },
  ...{ clockOffsetMs: null, clockOff: null, clockOffReason: null },
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

const isHealth = (status: unknown): status is NonNullable<ProcessFacts['health']> =>
  isTroubleKind(status) || ['ok', 'starting', 'stopping'].includes(String(status));

/** One list: what this machine's processes reported, and the processes of other machines. */
export function allProcesses(
  asked: readonly ProcessFacts[],
  living: readonly LivingProcess[],
): ProcessFacts[] {
  const isAsked = ({ host, pid }: LivingProcess) =>
    asked.some((one) => one.host === host && one.pid === pid);
  const others = living
    .filter((one) => !isAsked(one))
    .map((one) => ({ ...one, ...unreported, health: null }));
  return [...asked, ...others];
}
