import { describe, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { apologyMs } from '../../src/domain/prompts.ts';
import { freshDatabase } from '../harness/database.ts';
import { prompts, single, wholeRun } from './linkback-run.ts';
import {
  linkbackNumber,
  linkbackRecords,
  makeLinkback,
  makeLinkbackEngine,
} from './linkback-world.ts';
import { recount } from './recount.ts';
import { campaignState, makeList, readCallLog } from './world.ts';

const db = await freshDatabase();

describe('a customer who presses 1', () => {
  test('has an agent called within 200 ms, who hears the message and is connected at its end', async () => {
    const { records, watched, folder } = await wholeRun(db, 12, { agentCount: 12 }, {}, 20);
    const log = readCallLog(folder);
    for (const record of records) {
      const pressed = single(watched, record.id, 'key');
      const leg = log.filter((line) => line.kind === 'agent' && line.attemptId === record.id);
      expect(leg).toMatchObject([{ to: linkbackNumber }]);
      const dialled = Date.parse(leg[0]?.at ?? '') - pressed.at;
      expect(dialled).toBeGreaterThanOrEqual(0);
      expect(dialled).toBeLessThanOrEqual(200);
      const answered = single(watched, record.id, 'agent_answered');
      expect(single(watched, record.id, 'playToAgent').at).toBe(answered.at);
      const played = single(watched, record.id, 'agent_played');
      expect(played.at - answered.at).toBe(4_000);
      const connected = single(watched, record.id, 'connect');
      expect(connected.now - played.at).toBeLessThanOrEqual(500);
      const ended = single(watched, record.id, 'ended');
      expect(record).toMatchObject({ result: 'person', call_type: 'Transfer', transferred: true });
      expect(record.transfer_seconds).toBe(Math.round((ended.at - connected.at) / 1_000));
      expect(record.duration).toBeGreaterThan(record.transfer_seconds);
      expect(record.abandoned).toBe(false);
    }
    expect(log.filter((line) => line.kind === 'call').length).toBe(12);
  });

  test('may do so within five seconds after the message, and not later', async () => {
    const { records, watched } = await wholeRun(
      db,
      40,
      { agentCount: 40 },
      {
        profile: { keyDelay: 15_000 },
      },
    );
    let late = 0;
    for (const { id, transferred } of records) {
      const begun = watched.of(id).find(({ kind }) => kind === 'play')?.at ?? 0;
      const pressed = watched.of(id).find(({ kind }) => kind === 'key');
      expect(transferred).toBe(pressed !== undefined);
      if (pressed) expect(pressed.at - begun).toBeLessThanOrEqual(25_000);
      else {
        late += 1;
        expect(single(watched, id, 'ended').at - begun).toBe(25_000);
      }
    }
    // Some pressed after the message and in time, some too late.
    expect(late).toBeGreaterThan(3);
    const inPause = records.filter(({ id }) => {
      const begun = watched.of(id).find(({ kind }) => kind === 'play')?.at ?? 0;
      const pressed = watched.of(id).find(({ kind }) => kind === 'key');
      return pressed !== undefined && pressed.at > begun + 20_000;
    });
    expect(inPause.length).toBeGreaterThan(1);
  });

  test.each([
    ['is busy', { agentAnswers: 0, agentBusy: 1 }],
    ['does not answer in 20 seconds', { agentAnswers: 1, agentRings: [30_000, 30_000] }],
    ['does not answer at all', { agentAnswers: 0, agentBusy: 0 }],
    ['hangs up during the message', { agentLeavesEarly: 1 }],
  ] as const)('whose agent %s hears an apology and counts as abandoned', async (_what, profile) => {
    const { records, watched } = await wholeRun(db, 6, { agentCount: 6 }, { profile });
    for (const record of records) {
      expect(record).toMatchObject({ transferred: false, abandoned: true, call_type: 'Outbound' });
      const left = single(watched, record.id, 'agent_ended');
      if ('agentRings' in profile) {
        expect(left.at - single(watched, record.id, 'dialAgent').at).toBe(20_000);
      }
      const apology = watched
        .of(record.id)
        .filter(({ kind }) => kind === 'play')
        .at(-1);
      expect(apology).toMatchObject({ at: left.at, what: { kind: 'apology' } });
      expect(single(watched, record.id, 'ended').at - left.at).toBe(apologyMs);
    }
  });

  test('when no agent is free hears the apology at once, and nobody is called', async () => {
    const campaign = await makeLinkback(db, { agentCount: 1, callRatio: 6 });
    await makeList(db, campaign, { entries: 6 });
    const { watched, engine, runUntil, folder } = makeLinkbackEngine(db, {
      profile: { talk: [120_000, 120_000] },
    });
    await requestStart(db, campaign.clientId, campaign.campaignId);
    await runUntil(async () => watched.all('ended').length === 5);
    const records = await linkbackRecords(db, campaign);
    expect(watched.all('connect').length).toBe(1);
    expect(readCallLog(folder).filter((line) => line.kind === 'agent').length).toBe(1);
    await runUntil(async () => (await campaignState(db, campaign)).completed);
    await engine.stop();
    expect(records.length).toBeGreaterThanOrEqual(4);
    for (const record of records) {
      expect(record).toMatchObject({ abandoned: true, transferred: false });
      expect(prompts(watched, record.id).at(-1)).toMatchObject({ kind: 'apology' });
    }
    expect(await recount(db, campaign.clientId)).toMatchObject({ wrongCounts: [] });
  });

  test('and hangs up ends the leg of the agent with it, before, in and after the agent message', async () => {
    const { records, watched } = await wholeRun(
      db,
      40,
      { agentCount: 40 },
      {
        profile: { agentPatience: [500, 16_000], agentEndsTalk: 0 },
      },
    );
    const gone = records.filter(({ transferred }) => !transferred);
    expect(gone.length).toBeGreaterThan(5);
    for (const { id, abandoned } of gone) {
      expect(abandoned).toBe(false);
      expect(watched.of(id).some(({ kind }) => kind === 'connect')).toBe(false);
    }
    const ringing = gone.filter(
      ({ id }) => !watched.of(id).some(({ kind }) => kind === 'playToAgent'),
    );
    expect(ringing.length).toBeGreaterThan(0);
    expect(ringing.length).toBeLessThan(gone.length);
  });

  test('is hung up when the agent hangs up', async () => {
    const { records, watched } = await wholeRun(
      db,
      6,
      { agentCount: 6 },
      {
        profile: { agentEndsTalk: 1 },
      },
    );
    for (const { id, transferred } of records) {
      expect(transferred).toBe(true);
      expect(single(watched, id, 'ended').at).toBe(single(watched, id, 'agent_ended').at);
    }
  });
});

test('a machine hears its message after its greeting, a person who presses 9 is opted out', async () => {
  const machines = await wholeRun(
    db,
    5,
    { agentCount: 5 },
    {
      profile: { person: 0, machine: 1, greeting: [7_000, 7_000] },
    },
  );
  for (const record of machines.records) {
    expect(record).toMatchObject({ result: 'machine', duration: 22, transferred: false });
  }
  const persons = await wholeRun(
    db,
    5,
    { agentCount: 5 },
    {
      profile: { pressesNine: 1, pressesOne: 0 },
    },
  );
  for (const { id } of persons.records) {
    expect(prompts(persons.watched, id).at(-1)).toMatchObject({ name: 'opted-out' });
  }
  const { clientId } = persons.campaign;
  const blocked = await asClient(db, clientId, (tx) =>
    tx.row<{ n: number }>(
      `SELECT count(*)::int AS n FROM do_not_call WHERE client_id = $1 AND source = 'key'`,
      [clientId],
    ),
  );
  expect(blocked?.n).toBe(5);
});
