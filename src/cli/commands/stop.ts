import { hostname, userInfo } from 'node:os';
import { asPlatform, type Database } from '#db/database.ts';
import { troubleOf } from '#db/errors.ts';
import { readCarrierStates } from '#db/queries/carrier-state.ts';
import { beginStop, liftStop, listStops, type OperatorStop } from '#db/queries/operator-stop.ts';
import { settleStop } from '#db/queries/operator-stop-settled.ts';
import { easternTime } from '#domain/eastern-time.ts';
import { reachOption, reachWords, type StopReach } from '#domain/operator-stop-words.ts';
import { type Command, type Context, type Given, Refusal, UsageError } from '../command.ts';
import { table } from '../help.ts';
import { jsonOption, sayJson } from '../json.ts';
import { clientOf } from '../shared.ts';
import { reachOf } from '../stop-reach.ts';
import { withDatabase } from '../with-database.ts';

const longestReason = 300;

/**
 * The operator's stop. When the command has answered with 0, no engine hands over anything more of what it
 * names, until the stop is lifted: no call, text, answer to a text or recording call. Calls in progress go
 * on to their end, with the agents that they still ask for. Campaigns stay Running and say why they wait.
 */
export const stopCommand: Command = {
  name: 'stop',
  words: '',
  count: [0, 0],
  summary: 'Place no more calls and texts, until it is lifted; a restart changes nothing of it.',
  shows: true,
  options: {
    all: { meaning: 'All calls and texts, answers and recording calls too.' },
    client: { value: 'CODE', meaning: 'Those of one client.' },
    carrier: { value: 'NAME', meaning: 'Those that go over one carrier.' },
    reason: { value: 'TEXT', meaning: 'Why; managers see it with their campaigns.' },
    lift: { meaning: 'End such a stop: campaigns go on by themselves.' },
    list: { meaning: 'Show the stops that stand, and change nothing.' },
    json: jsonOption,
  },
  run: (given, context) => {
    const [reach, extra] = reachesOf(given);
    if (given.has('list')) {
      if (reach || given.has('lift') || given.has('reason')) {
        throw new UsageError('--list stands alone.');
      }
      return withDatabase(context, (db) => list(db, given, context));
    }
    if (!reach || extra) {
      throw new UsageError('Say what: one of --all, --client=CODE and --carrier=NAME; or --list.');
    }
    const reason = reasonOf(given);
    const fate: Fate = { known: given.has('lift') ? notLifted : notStanding };
    let reached = false;
    const work = withDatabase(context, async (db) => {
      reached = true;
      const clientId = await clientIdOf(db, reach, given.has('lift'));
      return given.has('lift')
        ? lift(db, given, context, { reach, clientId, fate })
        : stop(db, given, context, { reach, clientId, reason, fate });
    });
    return work.catch((error: unknown) => {
      // What is refused below says it all itself.
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

/** What is said of the stop when the command fails at this moment. */
interface Fate {
  known: string;
}

const notStanding = 'The stop does NOT stand.';
const perhaps = 'It is NOT known whether the stop stands. Run the command again.';
const standing =
  'The stop stands, but it is not known whether something of before is still handed over. Run the command again.';
const notLifted = 'Nothing was lifted: the stop still stands, if there was one.';
const perhapsLifted = 'It is not known whether the stop was lifted: "carillon stop --list".';

/** A change whose answer may be lost on the way: only a server that says why it refused has not done it. */
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
  fate.known = standing;
  context.note('The stop stands. Waiting until nothing of before is handed over any more …');
  const left = await settleStop(db, reach, clientId);
  if (left.length > 0) {
    throw new Refusal(
      `The stop stands, but engines did not say within a minute that nothing of before is under way (${left.join(', ')}). Run the command again; "carillon engines" shows who is silent.`,
    );
  }
  if (given.has('json')) sayJson(context, await asPlatform(db, listStops));
  else {
    const how = begun ? 'Stopped' : 'Stopped already';
    context.say(
      `${how}: ${reachWords(reach)}. Calls in progress go on to their end. "carillon stop --lift ${reachOption(reach)}" lets go on.`,
    );
  }
  return 0;
}

async function lift(
  db: Database,
  given: Given,
  context: Context,
  { reach, clientId, fate }: Meant,
): Promise<number> {
  const lifted = await certain(fate, perhapsLifted, () =>
    asPlatform(db, (tx) => liftStop(tx, reach, clientId, me())),
  );
  const rest = await asPlatform(db, listStops);
  if (!lifted) {
    const names = rest.map((one) => reachOption(reachOf(one))).join(', ');
    throw new Refusal(
      `There is no stop of ${reachWords(reach)}. ${names === '' ? 'None stands.' : `These stand: ${names}.`}`,
    );
  }
  if (given.has('json')) sayJson(context, rest);
  else context.say(`Lifted: ${reachWords(reach)}.${stillStand(rest)}`);
  return 0;
}

function stillStand(rest: readonly OperatorStop[]): string {
  if (rest.length === 0) return ' Campaigns go on.';
  const names = rest.map((one) => reachOption(reachOf(one))).join(', ');
  return ` ${rest.length === 1 ? 'Another stop stands' : 'Other stops stand'}: ${names}.`;
}

async function list(db: Database, given: Given, context: Context): Promise<number> {
  const stops = await asPlatform(db, listStops);
  if (given.has('json')) sayJson(context, stops);
  else if (stops.length === 0) context.say('No stop stands.');
  else {
    const rows = stops.map((one) => [
      ...[reachWords(reachOf(one)), easternTime(Date.parse(one.since)), one.stoppedBy || '-'],
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
    `There is no carrier "${reach.carrier}". "carillon carrier list" shows all: ${names.join(', ')}.`,
  );
}

function reasonOf(given: Given): string {
  const reason = (given.text('reason') ?? '').trim();
  if (given.has('lift') && given.has('reason')) throw new UsageError('--lift takes no --reason.');
  if (reason.length <= longestReason) return reason;
  throw new UsageError(`--reason has at most ${longestReason} characters.`);
}

/** `ann@dialer-1`. A user without a name in the system's list is told by number. */
function me(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    return `${process.getuid?.() ?? '?'}@${hostname()}`;
  }
}
