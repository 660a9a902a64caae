import { asPlatform, type Database, type Tx } from '#db/database.ts';
import { noteAct } from '#db/queries/audit.ts';
import {
  type EngineFacts,
  listEngines,
  readLivingEngines,
  readSharedCampaigns,
  setDraining,
} from '#db/queries/engine.ts';
import { keptBy } from '#domain/engine-share.ts';
import { type Command, type Context, Refusal, UsageError } from '../command.ts';
import { table } from '../help.ts';
import { jsonOption, sayJson } from '../json.ts';
import { withDatabase } from '../with-database.ts';

export const enginesCommand: Command = {
  name: 'engines',
  words: '',
  count: [0, 0],
  shows: true,
  summary: 'Show the running engines and their shares, or drain one before you stop it.',
  options: {
    drain: {
      value: 'NAME',
      meaning: "Move this engine's campaigns to other engines. It finishes its calls in progress.",
    },
    undrain: { value: 'NAME', meaning: 'Give the engine its share of campaigns again.' },
    json: jsonOption,
  },
  run: (given, context) => {
    const [drain, undrain] = [given.text('drain'), given.text('undrain')];
    if (drain !== undefined && undrain !== undefined) {
      throw new UsageError('Give either --drain or --undrain, not both.');
    }
    const name = drain ?? undrain;
    return withDatabase(context, async (db) => {
      if (name !== undefined) return change(db, context, name, drain !== undefined);
      const engines = await asPlatform(db, listAll);
      if (given.has('json')) sayJson(context, engines);
      else if (engines.length === 0) context.say('No engine is running.');
      else context.say(table([heads, ...engines.map(rowOf)]));
      return 0;
    });
  },
};

interface EngineRow extends EngineFacts {
  /** Campaigns that it will hand over because it drains. */
  leaving: number;
  /** Campaigns that stay although it drains, because no other engine can run them. */
  kept: { campaigns: number; carriers: string[] };
}

async function listAll(tx: Tx): Promise<EngineRow[]> {
  const living = await readLivingEngines(tx);
  const campaigns = (await readSharedCampaigns(tx))
    .filter(({ stopping }) => !stopping)
    .map((one) => ({ ...one, holder: one.holder ?? undefined }));
  return (await listEngines(tx)).map((facts) => {
    const drained = living.find(({ name, draining }) => draining && name === facts.name);
    const held = campaigns.filter(({ holder }) => holder === drained?.id);
    const kept = drained ? keptBy(drained.id, living, held) : [];
    const carriers = [...new Set(kept.map(({ carrier }) => carrier))].sort();
    const leaving = drained ? held.length - kept.length : 0;
    return { ...facts, leaving, kept: { campaigns: kept.length, carriers } };
  });
}

async function change(
  db: Database,
  context: Context,
  name: string,
  draining: boolean,
): Promise<number> {
  const changed = await asPlatform(db, async (tx) => {
    if (!(await setDraining(tx, name, draining))) return undefined;
    const after = (await listAll(tx)).find((one) => one.name === name);
    await noteAct(tx, { clientId: 0, thing: { kind: 'engine', name }, facts: { draining } });
    return after;
  });
  if (!changed) {
    const engines = await asPlatform(db, listEngines);
    const living = engines.filter(({ state }) => state !== 'gone').map((one) => one.name);
    throw new Refusal(
      living.length === 0
        ? `There is no engine "${name}". No engine is running.`
        : `No engine "${name}" is running. Running engines: ${living.join(', ')}.`,
    );
  }
  context.say(
    draining ? drainSentence(changed) : `The engine "${name}" takes its share of campaigns again.`,
  );
  return 0;
}

function drainSentence({ name, leaving, kept }: EngineRow): string {
  const said: string[] = [];
  if (leaving > 0) {
    said.push(`The engine "${name}" is moving ${count(leaving)} to other engines, one per second.`);
    said.push('"carillon engines" shows how many are left.');
  } else if (kept.campaigns === 0) {
    said.push(
      `The engine "${name}" has no campaigns and takes only those that no other engine can run.`,
    );
  }
  if (kept.campaigns > 0) {
    const which = `${count(kept.campaigns)} of "${name}" (carrier ${kept.carriers.join(', ')})`;
    const stay = kept.campaigns === 1 ? 'It stays' : 'They stay';
    said.push(
      `No other engine can run ${which}. ${stay} on this engine and will wait once it stops.`,
    );
  }
  return said.join(' ');
}

const count = (campaigns: number) => `${campaigns} ${campaigns === 1 ? 'campaign' : 'campaigns'}`;

const heads = ['NAME', 'HOST', 'VERSION', 'SINCE', 'LEASES', 'CARRIERS', 'CLOCK', 'SEEN', 'STATE'];

function rowOf(engine: EngineRow): string[] {
  const { name, host, version, since, seen, leases, carriers, clockOffsetMs } = engine;
  return [
    ...[name, host, version || '-', minute(since), String(leases), carriers.join(', ') || '-'],
    ...[clockOffsetMs === null ? '?' : `${clockOffsetMs} ms`, seen.slice(11), stateOf(engine)],
  ];
}

/** `2026-11-23 05:01Z`. */
const minute = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)}Z`;

function stateOf({ state, draining, idleBecause, kept }: EngineRow): string {
  const keeps =
    kept.campaigns > 0 ? `, keeps ${kept.campaigns} (carrier ${kept.carriers.join(', ')})` : '';
  if (state === 'draining') return `draining${keeps}`;
  const drains = draining ? `, draining${keeps}` : '';
  return `${state}${drains}${state === 'idle' && idleBecause ? `: ${idleBecause}` : ''}`;
}
