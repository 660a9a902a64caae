/**
 * Known vulnerabilities of the packages that a release contains, as npm's registry knows them. A
 * registry that gives no list is reported and stops nothing: a release must be possible offline.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const severities = ['info', 'low', 'moderate', 'high', 'critical'];
const stopping = ['high', 'critical'];

/** One published vulnerability of one package. */
export interface Advisory {
  /** `GHSA-…` where its address has one, else npm's number. */
  id: string;
  package: string;
  severity: string;
  title: string;
  /** The versions that have it. */
  range: string;
}

/** What the registry said, or why it said nothing. */
export type Response = { advisories: Advisory[] } | { silence: string };

/** A vulnerability that a release may have. */
export interface Accepted {
  id: string;
  package: string;
  /** Why it does no harm here. */
  reason: string;
  /** The day after which it stops releases again, `YYYY-MM-DD`. */
  until: string;
}

export const acceptedFile = 'scripts/release/accepted-vulnerabilities.json';

export function readAccepted(root: string): Accepted[] {
  return JSON.parse(readFileSync(join(root, acceptedFile), 'utf8'));
}

/** Reads what `npm audit --json` printed. */
export function readAudit(printed: string): Response {
  let report: { vulnerabilities?: Record<string, { via?: unknown[] }>; error?: unknown };
  try {
    report = JSON.parse(printed);
  } catch {
    return { silence: 'npm printed no report' };
  }
  if (typeof report?.vulnerabilities !== 'object' || report.vulnerabilities === null) {
    return { silence: reasonOf(report) };
  }
  const found = new Map<string, Advisory>();
  for (const { via = [] } of Object.values(report.vulnerabilities)) {
    for (const one of via) {
      // A text names another package of the list, through which this one has it.
      if (typeof one !== 'object' || one === null) continue;
      const advisory = advisoryOf(one as Record<string, unknown>);
      found.set(`${advisory.id} ${advisory.package}`, advisory);
    }
  }
  return { advisories: [...found.values()].sort(worstFirst) };
}

function advisoryOf(one: Record<string, unknown>): Advisory {
  const id = /GHSA(-[0-9a-z]{4}){3}/i.exec(String(one.url ?? ''))?.[0];
  return {
    id: id ?? String(one.source ?? 'unknown'),
    package: String(one.name ?? one.dependency ?? 'unknown'),
    severity: String(one.severity ?? 'unknown'),
    title: String(one.title ?? ''),
    range: String(one.range ?? ''),
  };
}

/** The first line of npm's error: the rest names addresses of this machine's settings. */
function reasonOf(report: { error?: unknown; message?: unknown }): string {
  const error = report?.error as { code?: unknown; summary?: unknown } | undefined;
  const [said = ''] = String(report?.message || error?.code || error?.summary || '').split('\n');
  return said.replace(/https?:\/\/\S+/g, 'the registry') || 'npm printed a report of another form';
}

const rank = ({ severity }: Advisory) => severities.indexOf(severity);

function worstFirst(a: Advisory, b: Advisory): number {
  return rank(b) - rank(a) || (a.package < b.package ? -1 : 1);
}

/** A severity that is not known is taken for the worst. */
const mayStop = ({ severity }: Advisory) =>
  stopping.includes(severity) || !severities.includes(severity);

/**
 * What to print, and why the release stops.
 *
 * @param today `YYYY-MM-DD`
 */
export function judge(
  response: Response,
  accepted: readonly Accepted[],
  today: string,
): { lines: string[]; stops: string[] } {
  const stops = accepted.flatMap((entry) => faultOf(entry));
  if ('silence' in response) {
    const line = `Known vulnerabilities were not checked: the registry gave no list (${response.silence}).`;
    return { lines: [line], stops };
  }
  const lines: string[] = [];
  for (const advisory of response.advisories) {
    const words = wordsOf(advisory);
    const entry = accepted.find((one) => isFor(one, advisory));
    if (entry && today <= entry.until) {
      lines.push(`${words}. Accepted until ${entry.until}: ${entry.reason}`);
    } else if (!mayStop(advisory)) lines.push(words);
    else if (entry) stops.push(`${words}. It was accepted until ${entry.until}.`);
    else stops.push(`${words}. Update the package, or accept it with a reason in ${acceptedFile}.`);
  }
  for (const entry of accepted) {
    if (response.advisories.some((advisory) => isFor(entry, advisory))) continue;
    lines.push(`${entry.id} of ${entry.package} is gone: remove it from ${acceptedFile}.`);
  }
  const count = response.advisories.length;
  return { lines: [`Known vulnerabilities: ${count === 0 ? 'none' : count}.`, ...lines], stops };
}

function faultOf({ id, package: name, reason, until }: Accepted): string[] {
  if (id && name && reason?.trim() && /^\d{4}-\d\d-\d\d$/.test(until)) return [];
  return [
    `${acceptedFile}: ${id || 'an entry'} needs its id, package, a reason and a day (until).`,
  ];
}

const isFor = (entry: Accepted, advisory: Advisory) =>
  entry.id === advisory.id && entry.package === advisory.package;

const wordsOf = ({ id, package: name, severity, title, range }: Advisory) =>
  `${severity}: ${name} ${range}: ${title} (${id})`;

/** Asks about the packages of the lock file that are not for development alone. */
export async function askRegistry(root: string): Promise<Response> {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=30000'];
  // Under `npm run` this is the npm in use; otherwise the one on the PATH.
  const npm = process.env.npm_execpath;
  const own = npm?.endsWith('.js');
  const child = spawn(own ? process.execPath : 'npm', own ? [npm ?? '', ...args] : args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 60_000,
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  // npm's exit code says no more than the report: 1 for both a vulnerability and an error.
  await new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  return readAudit(printed);
}
