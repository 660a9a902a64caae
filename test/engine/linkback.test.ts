import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStart, requestStop } from '../../src/db/queries/campaign-run.ts';
import { claimCalls } from '../../src/db/queries/claim.ts';
import { freshDatabase } from '../harness/database.ts';
import {
  type LinkbackEngineWish,
  type LinkbackWish,
  linkbackNumber,
  linkbackRecords,
  makeLinkback,
  makeLinkbackEngine,
  type Watched,
} from './linkback-world.ts';
import { recount } from './recount.ts';
import { type Campaign, campaignState, makeList, readCallLog } from './world.ts';

const db = await freshDatabase();

/** A campaign that runs until it is Completed; answers what was seen of it. */
async function wholeRun(
  entries: number,
  wish: LinkbackWish = {},
  engineWish: LinkbackEngineWish = {},
  step = 100,
) {
  const campaign = await makeLinkback(db, wish);
  await makeList(db, campaign, { entries });
  const made = makeLinkbackEngine(db, engineWish);
  await requestStart(db, campaign.clientId, campaign.campaignId);
  await made.runUntil(async () => (await campaignState(db, campaign)).completed, step);
  await made.engine.stop();
  expect(made.watched.agentsInCall()).toBe(0);
  const books = await recount(db, campaign.clientId);
  expect(books).toMatchObject({ attempts: entries, callRecords: entries, openAttempts: 0 });
  expect(books).toMatchObject({ mismatches: 0, wrongCounts: [] });
  return { ...made, campaign, records: await linkbackRecords(db, campaign) };
}

/** The only moment of its kind in a call. */
function single(watched: Watched, id: string, kind: Watched['moments'][number]['kind']) {
  const found = watched.of(id).filter((moment) => moment.kind === kind);
  expect(found.length, `${kind} of ${id}`).toBe(1);
  const [one] = found;
  if (!one) throw new Error(`no ${kind}`);
  return one;
}

const prompts = (watched: Watched, id: string) =>
  watched.of(id).flatMap(({ kind, what }) => (kind === 'play' ? [what as { name?: string }] : []));

describe('a customer who presses 1', () => {
  test('has an agent called within 200 ms, who hears the message and is connected at its end', async () => {
    const { records, watched, folder } = await wholeRun(12, { agentCount: 12 }, {}, 20);
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
      const heard = single(watched, record.id, 'agent_played');
      expect(heard.at - answered.at).toBe(4_000);
      const connected = single(watched, record.id, 'connect');
      expect(connected.now - heard.at).toBeLessThanOrEqual(500);
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
    const { records, watched } = await wholeRun(6, { agentCount: 6 }, { profile });
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
      expect(apology).toMatchObject({ at: left.at, what: { name: 'no-agent' } });
      expect(single(watched, record.id, 'ended').at - left.at).toBe(5_000);
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
      expect(prompts(watched, record.id).at(-1)).toMatchObject({ name: 'no-agent' });
    }
    expect(await recount(db, campaign.clientId)).toMatchObject({ wrongCounts: [] });
  });

  test('and hangs up ends the leg of the agent with it, before, in and after the agent message', async () => {
    const { records, watched } = await wholeRun(
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

test('a customer who presses 1 while a step takes long has the agent called all the same', async () => {
  const campaign = await makeLinkback(db, { agentCount: 2 });
  await makeList(db, campaign, { entries: 6 });
  let slow: Promise<void> | undefined;
  const { watched, clock, runUntil, engine } = makeLinkbackEngine(db, {
    beforePlace: () => slow ?? Promise.resolve(),
  });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  await runUntil(async () => watched.all('play').length === 2, 100);
  await asClient(db, campaign.clientId, (tx) =>
    tx.run('UPDATE campaign SET agent_count = 4 WHERE client_id = $1', [campaign.clientId]),
  );
  // A carrier that does not answer: the campaign's step ends only when it does.
  let release = () => {};
  slow = new Promise((resolve) => {
    release = resolve;
  });
  clock.advance(1_000);
  const placed = watched.all('place').length;
  await engine.tick();
  while (watched.all('dialAgent').length < 2) {
    clock.advance(100);
    engine.listen();
    await sleep(5);
  }
  expect(watched.all('place').length).toBe(placed);
  release();
  await engine.stop();
  // No other engine of this file is to go on with it.
  await asClient(db, campaign.clientId, (tx) =>
    tx.run('UPDATE campaign SET run_status = 1 WHERE client_id = $1', [campaign.clientId]),
  );
});

test('the ratio of calls in flight to free agents is never exceeded, and none is placed while none is free', async () => {
  const looks: { free: number; inFlight: number }[] = [];
  const before: LinkbackEngineWish['before'] = (batch, watched) => {
    const busy = watched.agentsInCall();
    const up = watched.all('place').length - watched.all('ended').length - busy;
    looks.push({ free: 5 - busy, inFlight: up + batch.length });
  };
  const shares = { person: 0.6, machine: 0.2, hangsUpEarly: 0.2, pressesOne: 0.6 };
  await wholeRun(
    120,
    { agentCount: 5, callRatio: 2.3 },
    { before, profile: { ...shares, talk: [5_000, 40_000] } },
    250,
  );
  const most = (free: number) => Math.max(1, Math.floor(2.3 * free));
  expect(looks.filter(({ free, inFlight }) => free < 1 || inFlight > most(free))).toEqual([]);
  // All of what is allowed is used: a pace that is always too low would pass the rest.
  expect(looks.filter(({ free, inFlight }) => inFlight === most(free)).length).toBeGreaterThan(40);
  expect(new Set(looks.map(({ free }) => free)).size).toBeGreaterThan(3);
});

/** While each claim is being committed, customers press 1 and their agents are called. */
async function pressedMeanwhile(deps: LinkbackEngineWish['deps'] = {}) {
  const campaign = await makeLinkback(db, { agentCount: 8, callRatio: 2.3 });
  await makeList(db, campaign, { entries: 60 });
  const beyond: unknown[] = [];
  const made = makeLinkbackEngine(db, {
    profile: { talk: [5_000, 30_000] },
    before(batch, watched) {
      const busy = watched.agentsInCall();
      const up = watched.all('place').length - watched.all('ended').length - busy;
      const most = busy >= 8 ? 0 : Math.max(1, Math.floor(2.3 * (8 - busy) + 1e-9));
      if (up + batch.length > most) beyond.push({ busy, inFlight: up + batch.length, most });
    },
    deps: {
      async claim(tx, request) {
        const outcome = await claimCalls(tx, request);
        made.clock.advance(2_000);
        const before = made.watched.all('dialAgent').length;
        const asked = () => made.watched.all('key').length;
        const pressed = asked();
        made.engine.listen();
        // Until the agents of those who pressed have been called.
        const end = performance.now() + 300;
        while (asked() > pressed && performance.now() < end) {
          await sleep(5);
          if (made.watched.all('dialAgent').length > before) break;
        }
        return outcome;
      },
      ...deps,
    },
  });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  await made.runUntil(async () => (await campaignState(db, campaign)).completed, 500);
  await made.engine.stop();
  const books = await recount(db, campaign.clientId);
  expect(books).toMatchObject({ attempts: 60, callRecords: 60, mismatches: 0, wrongCounts: [] });
  const calls = readCallLog(made.folder).filter(({ kind }) => kind === 'call');
  expect(new Set(calls.map(({ to }) => to)).size).toBe(calls.length);
  return beyond;
}

test('agents who become busy while calls are being claimed count at the hand-over: what does not fit waits again', async () => {
  expect(await pressedMeanwhile()).toEqual([]);
  // An engine that counted them only before the claim places too many.
  expect(await pressedMeanwhile({ roomForCalls: () => 1_000 })).not.toEqual([]);
});

test('a machine hears its message after its greeting, a person who presses 9 is opted out', async () => {
  const machines = await wholeRun(
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
  const listed = await asClient(db, clientId, (tx) =>
    tx.row<{ n: number }>(
      `SELECT count(*)::int AS n FROM do_not_call WHERE client_id = $1 AND source = 'key'`,
      [clientId],
    ),
  );
  expect(listed?.n).toBe(5);
});

test('a campaign that is stopped while customers press 1 places no call more and lets their agents finish', async () => {
  const campaign = await makeLinkback(db, { agentCount: 4 });
  await makeList(db, campaign, { entries: 50 });
  const { watched, runUntil, engine, folder } = makeLinkbackEngine(db);
  await requestStart(db, campaign.clientId, campaign.campaignId);
  await runUntil(async () => watched.all('answered').length >= 3, 100);
  await asClient(db, campaign.clientId, (tx) =>
    requestStop(tx, campaign.clientId, campaign.campaignId),
  );
  const placed = watched.all('place').length;
  const agents = watched.all('dialAgent').length;
  await runUntil(async () => (await campaignState(db, campaign)).run_status === 1, 100);
  await engine.stop();
  expect(watched.all('place').length).toBe(placed);
  const log = readCallLog(folder);
  expect(log.filter((line) => line.kind === 'agent').length).toBeGreaterThan(agents);
  const records = await linkbackRecords(db, campaign);
  expect(records.length).toBe(placed);
  expect(records.every(({ transferred }) => transferred)).toBe(true);
});

test('an edit of agents, ratio or number of a running campaign is in effect within a second', async () => {
  const campaign: Campaign = await makeLinkback(db, { agentCount: 1 });
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 200 });
  const { watched, run, engine } = makeLinkbackEngine(db, {
    profile: { talk: [600_000, 600_000] },
  });
  await requestStart(db, clientId, campaignId);
  await run(60_000, 100);
  expect(watched.all('place').length).toBe(1);
  expect(watched.all('connect').length).toBe(1);
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE campaign SET agent_count = 5, call_ratio = 2, linkback_number = '13025550177'
       WHERE client_id = $1`,
      [clientId],
    ),
  );
  await run(1_000, 100);
  // Four agents are free: eight calls.
  expect(watched.all('place').length).toBe(9);
  await run(60_000, 100);
  const numbers = watched.all('dialAgent').map(({ what }) => (what as { to: string }).to);
  expect(numbers).toEqual([linkbackNumber, ...Array(4).fill('13025550177')]);
  await asClient(db, clientId, (tx) => requestStop(tx, clientId, campaignId));
  await engine.stop();
});
