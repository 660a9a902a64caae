/**
 * `npm run chaos [-- --short]`: engines in processes of their own and a durable PostgreSQL, killed
 * with SIGKILL again and again, while numbers join the do-not-call list over three ways. The
 * carrier's log and the rows are judged at the end; exits with 1 on any violation.
 *
 * Without an option: until 1,000 kills, 50 database crashes, 200 cuts of the carrier's link and
 * 10,000 racing opt-outs. `--short`: two minutes. `--seconds N`: as long as wished. `--wrong NAME`:
 * a wrong build, which must be caught within these seconds. `--rewinds N [--way WAY]`: see
 * rewinds.ts. `--yield N`: N minutes with one kill a minute and nothing else, for what safety costs.
 * `--record` adds a right run to docs/proof.md.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/install.mjs';
import { recordRun } from '../../scripts/proof/ledger.ts';
import type { Figures, ProofName } from '../../scripts/proof/runs.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { beyondTheAgents, judgeSite, lostResults, seenInLog } from './aftermath.ts';
import { EngineSlots } from './engine-slots.ts';
import { createOptOuts } from './opt-outs.ts';
import { rewindWays, runRewinds } from './rewinds.ts';
import { openSite } from './site.ts';

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    port: { type: 'string', default: '4589' },
    wrong: { type: 'string' },
    rewinds: { type: 'string' },
    way: { type: 'string' },
    yield: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
});

function record(proof: ProofName, figures: Figures, violations: number): void {
  if (values.record && values.wrong === undefined) recordRun(root, { proof, figures, violations });
}

if (values.rewinds !== undefined) {
  process.exit(
    await runRewinds({
      rounds: Number(values.rewinds),
      port: Number(values.port),
      way: rewindWays.find((way) => way === values.way),
      withoutMark: values.wrong === 'without-mark',
      record: (figures, violations) => record('rewinds', figures, violations),
      say,
    }),
  );
}

const wrongBuilds = ['mark-after-call', 'check-in-claim-only', 'one-too-many', 'early-acknowledge'];
if (values.wrong !== undefined && !wrongBuilds.includes(values.wrong)) {
  throw new Error(`No "${values.wrong}" among ${wrongBuilds.join(', ')}`);
}

const wanted = { kills: 1_000, crashes: 50, cuts: 200, optOuts: 10_000 };
const minutes = values.yield === undefined ? undefined : Number(values.yield);
const seconds = minutes
  ? minutes * 60
  : values.seconds
    ? Number(values.seconds)
    : values.short
      ? 120
      : undefined;
/** Twenty minutes of simulated time a real one: 12 hours of calling are 36 minutes. */
const simulation = { speed: 20, start: '2026-11-20T08:30:00-05:00' };

const site = await openSite({
  ...simulation,
  port: Number(values.port),
  entries: seconds ? Math.max(2_000, seconds * 60) : 60_000,
});
/** On a slow disk a lease of a second is over before what was claimed under it is committed. */
const leaseSeconds = Math.min(8, Math.max(1, Math.ceil(site.commitTakes / 40)));
const wish = {
  ...simulation,
  leaseSeconds,
  markAfterCall: values.wrong === 'mark-after-call',
  oneTooMany: values.wrong === 'one-too-many',
  earlyAcknowledge: values.wrong === 'early-acknowledge',
  // What a wrong build does wrong needs calls, and no other mishap than the kills.
  calm: values.wrong !== undefined || minutes !== undefined,
};
const engines = new EngineSlots(site, wish, minutes && 60_000);
const optOuts = createOptOuts(site, { bare: values.wrong === 'check-in-claim-only' });
let crashes = 0;
const began = performance.now();
const elapsed = () => (performance.now() - began) / 1_000;

/** Of a wrong build: what it was made to be caught by. */
let caught: string[] = [];
async function lookForIt(): Promise<void> {
  while (values.wrong !== undefined && !isEnough()) {
    const seen = seenInLog(site, optOuts);
    if (values.wrong === 'mark-after-call') caught = seen.duplicates;
    else if (values.wrong === 'check-in-claim-only') caught = seen.late;
    else if (values.wrong === 'early-acknowledge') caught = await lostResults(site).catch(() => []);
    else caught = await beyondTheAgents(site).catch(() => []);
    await sleep(500);
  }
}

const submitted = () => seenInLog(site, optOuts).submitted;

/** A run of a given time goes on until so much has happened: a slow machine takes longer to it. */
const hasHappened = () =>
  (values.wrong !== undefined ||
    (engines.kills() > 5 && crashes > 1 && engines.cuts() > 1 && optOuts.confirmed() > 20)) &&
  submitted() >= 20;

function isEnough(): boolean {
  if (seconds !== undefined) {
    if (minutes !== undefined) return engines.kills() >= minutes;
    const isOver = elapsed() >= seconds && (hasHappened() || elapsed() >= 8 * seconds);
    return isOver || caught.length > 0;
  }
  return (
    engines.kills() >= wanted.kills &&
    crashes >= wanted.crashes &&
    engines.cuts() >= wanted.cuts &&
    optOuts.confirmed() >= wanted.optOuts
  );
}

try {
  const others = [startAgain(), lookForIt()];
  if (values.wrong === undefined && !minutes) others.push(crashNowAndThen());
  // They list the numbers that are called next: nobody would see those called again.
  if (values.wrong !== 'mark-after-call') others.push(optOuts.run(isEnough));
  await Promise.all([engines.run(isEnough), ...others]);
  if (values.wrong === undefined) await judge();
  else {
    const [first] = caught;
    say(
      `${values.wrong} is ${first ? `caught: ${first}` : 'NOT CAUGHT'} (${Math.round(elapsed())} s, ${submitted()} submitted, ${engines.kills()} kills, leases of ${leaseSeconds} s)`,
    );
    process.exitCode = first ? 0 : 1;
  }
} finally {
  await engines.close();
  await site.close();
}

async function judge(): Promise<void> {
  const verdict = await judgeSite(site, engines, optOuts, crashes, minutes !== undefined);
  for (const violation of verdict.violations.slice(0, 20)) say(violation);
  say(`${verdict.figures}, ${verdict.violations.length} violations in ${Math.round(elapsed())} s`);
  process.exitCode = verdict.violations.length > 0 ? 1 : 0;
  record(minutes ? 'yield' : 'chaos', verdict.counted, verdict.violations.length);
}

/** Most are deaths of one process of the server, which makes it recover; each fourth is all of it. */
async function crashNowAndThen(): Promise<void> {
  const pause = seconds === undefined ? 8_000 : Math.max(4_000, (seconds * 1_000) / 12);
  while (!isEnough()) {
    await sleep(pause);
    if (isEnough()) return;
    await site.crashDatabase(crashes % 4 === 3);
    crashes += 1;
  }
}

/** A start is refused while the carrier's link is cut: a manager tries again. */
async function startAgain(): Promise<void> {
  while (!isEnough()) {
    for (const { clientId, campaignId } of site.campaigns) {
      await requestStart(site.db, clientId, campaignId).catch(() => {});
    }
    await sleep(500);
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
