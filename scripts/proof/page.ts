/** docs/proof.md, from what the runs came to. */
import type { Figures, PastViolation, ProofName, ProofRun } from './runs.ts';

const proofs: Readonly<Record<ProofName, { title: string; command: string; what: string }>> = {
  simulate: {
    title: 'Simulation',
    command: 'npm run simulate -- --seeds 1000',
    what: 'The real engine on a real PostgreSQL in virtual time: each seed kills engines, cuts lines, crashes the database, holds statements back, and lets managers and customers act at the worst moments.',
  },
  chaos: {
    title: 'Chaos',
    command: 'npm run chaos',
    what: 'Engines as processes of their own and a durable PostgreSQL, killed with SIGKILL again and again in real time, while numbers join the do-not-call list in three ways. A call or text counts once the carrier has it, without the legs of agents; an attempt counts from its commit, before the carrier is asked. Engines that live for a second or two die with many attempts that the carrier never got: those end as unknown, too, and are never tried again, so that there may be more of them than calls and texts. The row of 8caaad85 has at least 1,045 of that kind; how many exactly was not counted then.',
  },
  rewinds: {
    title: 'Rewinds',
    command: 'npm run chaos -- --rewinds 4',
    what: 'A backup is restored, a lagging standby takes over, or a cold copy is put back, under engines that live or die.',
  },
  yield: {
    title: 'Yield',
    command: 'npm run chaos -- --yield 5',
    what: 'One kill a minute and no other fault: what safety costs. Each kill may leave at most what was in flight without a result: attempts from their commit to the end of their call, or until the carrier has accepted their text. Texts that wait for their receipt are not among them; the rows without this figure had counted those, too.',
  },
};

const names: Readonly<Record<keyof Figures, string>> = {
  seeds: 'seeds',
  hours: 'hours simulated',
  rounds: 'rewinds',
  kills: 'engines killed',
  crashes: 'database crashes',
  cuts: 'lines cut',
  optOuts: 'opt-outs confirmed',
  calls: 'calls and texts',
  inFlightAtKills: 'in flight at the kills',
  unknown: 'attempts ended unknown',
  unsent: 'never submitted of these',
};
const figureNames = Object.keys(names) as (keyof Figures)[];

const formatted = (value: number) => Math.round(value).toLocaleString('en-US');

export function proofPage(runs: readonly ProofRun[], past: readonly PastViolation[]): string {
  const kinds = (Object.keys(proofs) as ProofName[]).filter((name) =>
    runs.some(({ proof }) => proof === name),
  );
  return `${[
    '# Proof',
    'Nobody is called twice, nobody after a stop that was confirmed, nobody outside their hours, and no result is lost, whatever is killed and whenever. The limit of that promise: an engine that is suspended for longer than its lease, and resumes between its last check and its submission, can still submit the calls of that one step (decision 012).',
    "A violation is a call or text that breaks the promise, a result that is missing, or a count that does not add up, by the carrier's own log. `npm run simulate` and `npm run chaos` add their runs to `docs/proof/runs.json` and write this page. Runs of builds that are wrong on purpose are not here: `npm run test:proofs` shows that each of them is caught.",
    '## Since the first run',
    totals(runs, kinds),
    ...kinds.flatMap((name) =>
      chapter(
        name,
        runs.filter(({ proof }) => proof === name),
      ),
    ),
    '## Violations that were found',
    ...violations(past),
  ].join('\n\n')}\n`;
}

function totals(runs: readonly ProofRun[], kinds: readonly ProofName[]): string {
  const sum = (name: keyof Figures) =>
    runs.reduce((total, { figures }) => total + (figures[name] ?? 0), 0);
  const shown = figureNames.filter(
    (name) => !['inFlightAtKills', 'unknown', 'unsent'].includes(name),
  );
  const open = runs.reduce((total, one) => total + one.violations, 0);
  return table(
    ['', 'total'],
    [
      ['runs', `${formatted(runs.length)} of ${kinds.length} kinds`],
      ...shown.filter((name) => sum(name) > 0).map((name) => [names[name], formatted(sum(name))]),
      ['violations in these runs', formatted(open)],
    ],
  );
}

function chapter(name: ProofName, runs: readonly ProofRun[]): string[] {
  const { title, command, what } = proofs[name];
  const shown = figureNames.filter((one) => runs.some(({ figures }) => one in figures));
  const rows = runs
    .toReversed()
    .map(({ on, commit, machine, figures, violations }) => [
      ...[on, commit],
      ...shown.map((one) => (figures[one] === undefined ? '' : formatted(figures[one]))),
      ...[formatted(violations), machine],
    ]);
  const head = ['date', 'commit', ...shown.map((one) => names[one]), 'violations', 'machine'];
  return [`## ${title}`, `\`${command}\``, what, table(head, rows)];
}

function violations(past: readonly PastViolation[]): string[] {
  const rows = (fault: PastViolation['fault']) =>
    past
      .filter((one) => one.fault === fault)
      .toSorted((a, b) => (a.on < b.on ? 1 : -1))
      .map(({ on, found, what, mended }) => [on, found, what, mended]);
  const head = ['date', 'found by', 'what', 'mended in'];
  return [
    'By the engine, mended before a release:',
    table(head, rows('engine')),
    'By the proof itself, which judged wrongly:',
    table(head, rows('proof')),
  ];
}

const isNumber = (text: string) => /^[\d,]+$/.test(text);

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const numeric = head.map((_, at) =>
    rows.every((row) => row[at] === '' || isNumber(row[at] ?? '')),
  );
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |');
  return [
    line(head),
    `|${numeric.map((is) => (is ? '---:|' : '---|')).join('')}`,
    ...rows.map(line),
  ].join('\n');
}
