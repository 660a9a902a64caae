import { hostname, userInfo } from 'node:os';
import { asPlatform, type Database } from '#db/database.ts';
import { troubleOf } from '#db/errors.ts';
import { readCarrierStates } from '#db/queries/carrier-state.ts';
import { liftClientStops } from '#db/queries/client-stop.ts';
import { beginStop, type ListedStop, liftStop, listStops } from '#db/queries/operator-stop.ts';
import { settleStop } from '#db/queries/operator-stop-settled.ts';
import { journalStops, type StandingStop, standingStops } from '#db/queries/stop-witness.ts';
import { easternTime } from '#domain/eastern-time.ts';
import { reachOption, reachWords, type StopReach } from '#domain/operator-stop-words.ts';
import { withJournal } from '#witness/command-journal.ts';
import { type Command, type Context, type Given, Refusal, UsageError } from '../command.ts';
import { table } from '../help.ts';
import { jsonOption, sayJson } from '../json.ts';
import { clientOf } from '../shared.ts';
import { liftOption, stopName } from '../stop-reach.ts';
import { withDatabase } from '../with-database.ts';

const longestReason = 300;

/**
 * The operator's stop. When the command has ended with 0, no engine submits anything more of what it
 * names, until the stop is lifted: no call, text, auto-reply or recording call. Calls in progress go on
 * to their end, with the agents that they still ask for. Campaigns stay Running and say why they wait.
 */
export const stopCommand: Command = {
  name: 'stop',
  words: '',
  count: [0, 0],
  summary: 'Start no more calls and texts until the stop is lifted, even across restarts.',
  shows: true,
  options: {
    all: { meaning: 'All calls and texts, including auto-replies and recording calls.' },
    client: { value: 'CODE', meaning: 'The calls and texts of one client.' },
    carrier: { value: 'NAME', meaning: 'The calls and texts of one carrier.' },
    reason: { value: 'TEXT', meaning: 'The reason. Managers see it with their campaigns.' },
    lift: { meaning: 'Lift such a stop: campaigns resume automatically.' },
    administrators: {
      meaning: 'With --lift and --client: the stops that its administrators set in the console.',
    },
    list: { meaning: 'Show the stops in force, and change nothing.' },
    json: jsonOption,
  },
  run: (given, context) => {
    const [reach, extra] = reachesOf(given);
    if (given.has('list')) {
      if (reach || ['lift', 'reason', 'administrators'].some((name) => given.has(name))) {
        throw new UsageError('--list can be combined only with --json.');
      }
      return withDatabase(context, (db) => list(db, given, context), { keys: false });
    }
    if (!reach || extra) {
      throw new UsageError('Give one of --all, --client=CODE and --carrier=NAME, or --list.');
    }
    const administrators = given.has('administrators');
    if (administrators && !(given.has('lift') && reach.scope === 'client')) {
      throw new UsageError('--administrators can be used only with --lift and --client=CODE.');
    }
    const reason = reasonOf(given);
    const fate: Fate = { known: given.has('lift') ? notLifted : notInForce };
    let reached = false;
    const change = async (db: Database) => {
      reached = true;
      const clientId = await clientIdOf(db, reach, given.has('lift'));
      return given.has('lift')
        ? lift(db, given, context, { reach, clientId, fate, administrators })
        : stop(db, given, context, { reach, clientId, reason, fate });
    };
    const work = withDatabase(context, change, { keys: false });
    return work.catch((error: unknown) => {
      // A refusal from below needs no more words.
      if (!reached || !(error instanceof Refusal)) context.note(fate.known);
      throw error;
    });
  },
};

interface Meant {
  reach: StopReach;
  clientId: number | null;
  fate: Fate;
}

/** What the command says about the stop if it fails at this moment. */
interface Fate {
  known: string;
}

const notInForce = 'The stop is NOT in force.';
const perhaps = 'It is NOT known whether the stop is in force. Run the command again.';
const inForce =
  'The stop is in force, but calls and texts begun before it may still go out. Run the command again.';
const notLifted = 'Nothing was lifted. The stop is still in force, if there was one.';
const perhapsLifted =
  'It is not known whether the stop was lifted. Check with "carillon stop --list".';

/** A change whose response may be lost: only a server that says why it refused has surely not done it. */
async function certain<T>(fate: Fate, unsure: string, work: () => Promise<T>): Promise<T> {
  const before = fate.known;
  fate.known = unsure;
  try {
    return await work();
  } catch (error) {
    const kind = troubleOf(error);
    if (kind === 'read_only' || kind === 'full') fate.known = before;
    throw error;
  }
}

async function stop(
  db: Database,
  given: Given,
  context: Context,
  { reach, clientId, reason, fate }: Meant & { reason: string },
): Promise<number> {
  const by = { reason, stoppedBy: me() };
  const begun = await certain(fate, perhaps, () =>
    asPlatform(db, (tx) => beginStop(tx, reach, clientId, by)),
  );
  fate.known = inForce;
  await keepBeside(db, context, []);
  context.note(
    'The stop is in force. Waiting until no call or text begun before it can still go out …',
  );
  const left = await settleStop(db, reach, clientId);
  if (left.length > 0) {
    throw new Refusal(
      `The stop is in force, but these engines did not confirm it within a minute, and may still submit what they began before it: ${left.join(', ')}. Run the command again; "carillon engines" shows which engines are silent.`,
    );
  }
  if (given.has('json')) sayJson(context, await asPlatform(db, listStops));
  else {
    const how = begun ? 'Stopped' : 'Already stopped';
    context.say(
      `${how}: ${reachWords(reach)}. Calls in progress continue to their end. Lift it with "carillon stop --lift ${reachOption(reach)}".`,
    );
  }
  return 0;
}

async function lift(
  db: Database,
  given: Given,
  context: Context,
  { reach, clientId, fate, administrators }: Meant & { administrators: boolean },
): Promise<number> {
  const before = await asPlatform(db, standingStops);
  const lifted = await certain(fate, perhapsLifted, () =>
    asPlatform(db, async (tx) =>
      administrators && clientId !== null
        ? (await liftClientStops(tx, clientId)) > 0
        : liftStop(tx, reach, clientId, me()),
    ),
  );
  await keepBeside(db, context, before);
  const name = administrators ? `${reachWords(reach)} by its administrators` : reachWords(reach);
  const rest = await asPlatform(db, listStops);
  if (!lifted) {
    // One lift takes all that the administrators of a client set.
    const names = [...new Set(rest.map(liftOption))].join(', ');
    throw new Refusal(
      `There is no stop of ${name}. ${names === '' ? 'No stop is in force.' : `In force: ${names}.`}`,
    );
  }
  if (given.has('json')) sayJson(context, rest);
  else context.say(`Lifted: ${name}.${stillInForce(rest)}`);
  return 0;
}

/** In the journal: a restore of an older backup must know it. Whatever fails here, the change is made. */
async function keepBeside(db: Database, context: Context, before: readonly StandingStop[]) {
  try {
    const now = await asPlatform(db, standingStops);
    const kept = await withJournal(db, context.config.dataFolder, async ({ journal }) =>
      journalStops(journal, before, now),
    );
    if (kept) return;
  } catch (error) {
    context.note(String(error instanceof Error ? error.message : error));
  }
  context.note('This could not be kept beside the database: after a restore, set the stops again.');
}

function stillInForce(rest: readonly ListedStop[]): string {
  if (rest.length === 0) return ' Campaigns resume.';
  // One lift takes all that the administrators of a client set.
  const names = [...new Set(rest.map(liftOption))].join(', ');
  return ` ${rest.length === 1 ? 'Another stop is in force' : 'Other stops are in force'}: ${names}.`;
}

async function list(db: Database, given: Given, context: Context): Promise<number> {
  const stops = await asPlatform(db, listStops);
  if (given.has('json')) sayJson(context, stops);
  else if (stops.length === 0) context.say('No stop is in force.');
  else {
    const rows = stops.map((one) => [
      ...[stopName(one), easternTime(Date.parse(one.since)), one.stoppedBy || '-'],
      one.reason || '-',
    ]);
    context.say(table([['STOPPED', 'SINCE', 'BY', 'REASON'], ...rows]));
  }
  return 0;
}

function reachesOf(given: Given): StopReach[] {
  const [client, carrier] = [given.text('client'), given.text('carrier')];
  return [
    ...(given.has('all') ? [{ scope: 'all' } as const] : []),
    ...(client === undefined ? [] : [{ scope: 'client', client } as const]),
    ...(carrier === undefined ? [] : [{ scope: 'carrier', carrier } as const]),
  ];
}

/** A stop of a carrier that was removed meanwhile can still be lifted. */
async function clientIdOf(db: Database, reach: StopReach, lifts: boolean): Promise<number | null> {
  if (reach.scope === 'client') return (await clientOf(db, reach.client)).clientId;
  if (reach.scope === 'all' || lifts) return null;
  const names = (await asPlatform(db, readCarrierStates)).map(({ name }) => name);
  if (names.includes(reach.carrier)) return null;
  throw new Refusal(
    `There is no carrier "${reach.carrier}". "carillon carrier list" shows them all: ${names.join(', ')}.`,
  );
}

function reasonOf(given: Given): string {
  const reason = (given.text('reason') ?? '').trim();
  if (given.has('lift') && given.has('reason'))
    throw new UsageError('--reason cannot be combined with --lift.');
  if (reason.length <= longestReason) return reason;
  throw new UsageError(`--reason can have at most ${longestReason} characters.`);
}

/** `ann@dialer-1`. A user without a name in the system's list is named by number. */
function me(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    return `${process.getuid?.() ?? '?'}@${hostname()}`;
  }
}
