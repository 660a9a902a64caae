import fc from 'fast-check';
import { expect, test } from 'vitest';
import { troubleKinds } from '#contract/reason.ts';
import { troubleSentence } from '#domain/reason-sentences.ts';
import type { CampaignFacts, StatusFacts } from './facts.ts';
import { judge } from './problems.ts';
import { statusScreen } from './screen.ts';

const off = { code: 'clock_unknown' };

const quiet: StatusFacts = {
  ...{ checkedAt: '2026-11-23T12:00:00.000Z', version: '1.0.0', running: true, database: 'ok' },
  processes: [
    {
      ...{ host: 'east', pid: 7, version: '1.0.0', roles: ['api', 'engine', 'jobs'] },
      ...{ since: '2026-11-23T11:00:00.000Z', health: 'ok', clockOffsetMs: -3, clockOff: null },
      ...{ reason: null, troubleSince: null, clockOffReason: null },
    },
  ],
  engines: [
    {
      ...{ name: 'east-engine-1', host: 'east', version: '1.0.0', leases: 1, carriers: ['trunk'] },
      ...{ since: '2026-11-23T11:00:00Z', seen: '2026-11-23T12:00:00Z', clockOffsetMs: -3 },
      ...{ draining: false, state: 'running', idleBecause: null, idleReason: null },
    },
  ],
  carriers: [
    {
      ...{ name: 'trunk', kind: 'asterisk', clients: ['acme'], connected: true },
      ...{ since: '2026-11-23T11:00:00.000Z', detail: '' },
    },
  ],
  campaigns: { started: [], waiting: 0, unheld: [], overdue: [] },
  ...{ hold: null, stops: [], limits: [], scrubServices: [] },
  queues: {
    ...{ textsWaiting: 0, repliesWaiting: 0, receiptsOutstanding: 0 },
    ...{ jobsWaiting: 0, jobsFailed: 0, jobsOldestSeconds: 0 },
  },
  disk: {
    ...{ folder: '/srv/carillon', freeBytes: 80e9, sizeBytes: 100e9, databaseBytes: 1e9 },
    fullInDays: null,
  },
  lastBackup: { file: '/b', takenAt: '2026-11-23T02:00:00.000Z', ageHours: 10, bytes: 1e6 },
  timeZones: { version: '2026f', released: '2026-10-27', ageDays: 27, old: false },
};

const judged = (change: Partial<StatusFacts>, trouble: string | null = null) =>
  judge({ facts: { ...quiet, ...change }, trouble });
const codes = (change: Partial<StatusFacts>, trouble?: string) =>
  judged(change, trouble).problems.map(({ code }) => code);

const campaign: CampaignFacts = {
  ...{ campaignId: 1, client: 'acme', name: 'Spring', status: 'Running' },
  ...{ reason: null, reasonCode: null, engine: null },
};
const [process] = quiet.processes;
const [engine] = quiet.engines ?? [];
const [carrier] = quiet.carriers ?? [];

test('when nothing is wrong the first line says so', () => {
  expect(judged({})).toMatchObject({ status: 'ok', problems: [], notes: [] });
  expect(statusScreen(judged({}))[0]).toBe('No problems.');
});

test('each trouble has its code', () => {
  if (!process || !engine || !carrier) throw new Error('no facts');
  expect(codes({ running: false, processes: [], database: 'stopped' })).toEqual(['not_running']);
  expect(codes({ database: 'unreachable' }, 'It is unreachable.')).toEqual([
    'database_unreachable',
  ]);
  expect(codes({ database: 'pending', running: false })).toEqual(['not_running', 'database_older']);
  expect(codes({}, 'It is slow.')).toEqual(['database_slow']);
  const hold = { code: 'restored', since: quiet.checkedAt, sentence: 'On hold.' };
  expect(codes({ hold })).toEqual(['on_hold']);
  expect(codes({ processes: [{ ...process, roles: ['engine'] }] })).toEqual(['no_api', 'no_jobs']);
  expect(codes({ processes: [{ ...process, health: 'silent' }] })).toEqual(['process_silent']);
  expect(codes({ processes: [{ ...process, clockOff: 'Off', clockOffReason: off }] })).toEqual([
    'clock_off',
  ]);
  for (const kind of troubleKinds) {
    const met = { ...process, health: kind, troubleSince: '2026-11-23T11:30:00.000Z' };
    const code = kind === 'journal' ? 'journal_trouble' : 'database_trouble';
    expect(codes({ processes: [met] })).toEqual([code]);
    const [{ sentence } = { sentence: '' }] = judged({
      processes: [met, { ...met, pid: 8, troubleSince: null }],
    }).problems;
    expect(sentence).toContain(troubleSentence(kind));
    expect(sentence).toContain('since Nov 23, 6:30 AM ET (process 7 on east, process 8 on east).');
  }
  // This command met it, too.
  expect(
    codes({ database: 'unreachable', processes: [{ ...process, health: 'unreachable' }] }, 'Gone.'),
  ).toEqual(['database_unreachable']);
  const idle = { ...engine, state: 'idle' as const, idleBecause: 'Off.', idleReason: off };
  expect(codes({ engines: [idle] })).toEqual(['engine_idle']);
  // Its process says the same.
  expect(
    codes({ engines: [idle], processes: [{ ...process, clockOff: 'Off', clockOffReason: off }] }),
  ).toEqual(['clock_off']);
  const disconnected = { ...carrier, connected: false };
  expect(codes({ carriers: [disconnected] })).toEqual(['carrier_disconnected']);
  expect(codes({ carriers: [{ ...disconnected, clients: [] }] })).toEqual([]);
  const unheld = { started: [campaign], waiting: 0, unheld: [campaign], overdue: [] };
  expect(codes({ campaigns: unheld })).toEqual(['campaign_unheld']);
  expect(codes({ campaigns: unheld, engines: [] })).toEqual(['campaigns_unheld']);
  const overdue = [{ ...campaign, dueAt: quiet.checkedAt }];
  const late = { started: [], waiting: 0, unheld: [], overdue };
  expect(codes({ campaigns: late })).toEqual(['start_overdue']);
  const queues = { ...quiet.queues, jobsFailed: 2, jobsOldestSeconds: 900 };
  expect(codes({ queues: queues as StatusFacts['queues'] })).toEqual(['jobs_failed', 'jobs_wait']);
  expect(codes({ disk: { ...quiet.disk, freeBytes: 5e8 } })).toEqual(['disk_full']);
});

test('an old or missing backup, a stop and old zone data are notes, not problems', () => {
  const notes = (change: Partial<StatusFacts>) => {
    const { status, notes: said } = judged(change);
    expect(status).toBe('ok');
    return said.map(({ code }) => code);
  };
  expect(notes({ lastBackup: null })).toEqual(['no_backup']);
  const old = { file: '/b', takenAt: quiet.checkedAt, ageHours: 168, bytes: 1 };
  expect(notes({ lastBackup: old })).toEqual(['old_backup']);
  const stop = { ...{ setBy: 'operator' as const, scope: 'all' as const }, ...unnamed };
  expect(notes({ stops: [{ ...stop, since: quiet.checkedAt, reason: '' }] })).toEqual(['stopped']);
  expect(notes({ timeZones: { ...quiet.timeZones, ageDays: 90, old: true } })).toEqual([
    'old_time_zones',
  ]);
  expect(notes({ disk: { ...quiet.disk, freeBytes: 9e9 } })).toEqual(['disk_low']);
  expect(notes({ disk: { ...quiet.disk, fullInDays: 12 } })).toEqual(['disk_forecast']);
});

const unnamed = { client: null, carrier: null, stoppedBy: 'ann@east' };

test('while a stop is in force the first line does not say that all is well', () => {
  const stop = { ...{ setBy: 'operator' as const, scope: 'all' as const }, ...unnamed };
  const stopped = judged({ stops: [{ ...stop, since: quiet.checkedAt, reason: '' }] });
  const [head, next] = statusScreen(stopped);
  expect(head).toBe('No problems, but 1 stop is in force:');
  expect(next).toMatch(/^ {2}- /);
});

test('however much is wrong, it fits on one screen, and the first line has the total', () => {
  const word = fc.stringMatching(/^[a-z]{1,30}$/);
  const words = fc.array(word, { minLength: 1, maxLength: 60 }).map((some) => some.join(' '));
  fc.assert(
    fc.property(
      fc.array(words, { maxLength: 30 }),
      fc.array(words, { maxLength: 9 }),
      (all, more) => {
        if (!process || !engine || !carrier) throw new Error('no facts');
        const started = all.map((reason, n) => ({
          ...campaign,
          campaignId: n,
          name: reason,
          reason,
          reasonCode: null,
        }));
        const status = judged({
          campaigns: { started, waiting: started.length, unheld: started, overdue: [] },
          processes: [process, ...more.map((host) => ({ ...process, host, clockOff: host }))],
          engines: [engine, ...more.map((name) => ({ ...engine, name }))],
          carriers: [carrier, ...more.map((name) => ({ ...carrier, name, detail: name }))],
        });
        const lines = statusScreen(status);
        expect(lines.length).toBeLessThanOrEqual(25);
        expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
        const { length } = status.problems;
        const many = length === 1 ? '1 problem:' : `${length} problems:`;
        expect(lines[0]).toBe(length === 0 ? 'No problems.' : many);
      },
    ),
    { numRuns: 200 },
  );
});
