/** No rule of a client's contact policy is passed, counted in the carrier's log over calls and texts. */
import type { ContactSubject, PolicyChannel } from '../../src/contract/policy.ts';
import { asClient, type Database } from '../../src/db/database.ts';
import {
  countsBeyondNumber,
  keyAttempts,
  storePolicyRule,
} from '../../src/db/queries/policy-save.ts';
import type { Random } from '../../src/domain/random.ts';
import { isAttempt, type ParsedLine } from './judge.ts';

const hour = 3_600_000;

type Ask = <Row>(clientId: number, sql: string, values: unknown[]) => Promise<Row[]>;

/**
 * At most so many within so many hours: a gap is a limit of one; a rest is none so many hours after a
 * conversation.
 */
export interface TownRule {
  kind: 'limit' | 'gap' | 'rest';
  most: number;
  hours: number;
  of: ContactSubject;
  channel: PolicyChannel;
}

const subjects: readonly ContactSubject[] = ['number', 'account', 'external_id', 'person'];
const channels: readonly PolicyChannel[] = ['any', 'any', 'call', 'text'];

/**
 * Of every seventh seed, so that the seeds that catch a wrong build stay what they are; one or two
 * rules, which a run of some hours can break.
 */
export function drawPolicy(seed: number, random: Random): TownRule[] {
  if (seed % 7 !== 3) return [];
  return Array.from({ length: random.between(1, 2) }, (): TownRule => {
    const one = { of: oneOf(random, subjects), channel: oneOf(random, channels) };
    return random.chance(0.7)
      ? { kind: 'limit', most: random.between(1, 3), hours: 24 * random.between(1, 7), ...one }
      : { kind: 'gap', most: 1, hours: random.between(4, 30), ...one };
  });
}

function oneOf<T>(random: Random, items: readonly [T, ...T[]] | readonly T[]): T {
  const item = items[random.between(0, items.length - 1)];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}

/** As an administrator sets it before anything runs. */
export async function setPolicy(
  db: Database,
  clientId: number,
  rules: readonly TownRule[],
): Promise<void> {
  for (const { kind, most, hours, of, channel } of rules) {
    const window = { of, unit: 'hours' as const, length: hours };
    const terms = {
      gap: { kind: 'gap' as const, of, hours },
      rest: { kind: 'rest' as const, ...window },
      limit: { kind: 'limit' as const, most, counts: 'attempts' as const, ...window },
    }[kind];
    const nowhere = { purpose: null, campaignId: null, country: null, state: null };
    const rule = { ...nowhere, channel, terms, preset: null, source: null, sourceDate: null };
    if (countsBeyondNumber(rule)) await keyAttempts(db, clientId);
    const by = { managerId: null, now: new Date(0) };
    await asClient(db, clientId, (tx) => storePolicyRule(tx, clientId, 0, rule, by));
  }
}

interface Entry {
  id: string;
  list: number;
  line: number;
  externalId: string | null;
  /** Of its attempt, ms; null: it was not attempted. */
  begun: number | null;
  /** When a person who answered it hung up. */
  talkedAt: number | null;
}

/**
 * A submission comes a little after its attempt, so a window of the log may be shorter than that of
 * the attempts by so much.
 */
const slack = 3 * 60_000;

export async function beyondPolicy(
  ask: Ask,
  { clientId, policy }: { clientId: number; policy: readonly TownRule[] },
  lines: readonly ParsedLine[],
): Promise<string[]> {
  if (policy.length === 0) return [];
  const entries = await ask<Entry>(
    clientId,
    `SELECT concat_ws('-', client_id, call_list_id, entry_id) AS id, call_list_id AS list,
       e.account_line AS line, e.external_id AS "externalId",
       (extract(epoch FROM a.attempted_at) * 1000)::float8 AS begun,
       CASE WHEN a.result = 'person' OR a.reached_at IS NOT NULL THEN
         (extract(epoch FROM coalesce(a.finished_at, a.reached_at)) * 1000)::float8 END AS "talkedAt"
     FROM list_entry e LEFT JOIN attempt a USING (client_id, call_list_id, entry_id)
     WHERE client_id = $1`,
    [clientId],
  );
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const own = lines.filter((line) => line.clientId === clientId && isAttempt(line));
  return policy.flatMap((rule) => brokenBy(rule, own, byId));
}

/** Each way in which a rule finds the contacts of one subject is judged by itself. */
function brokenBy(
  rule: TownRule,
  lines: readonly ParsedLine[],
  entries: ReadonlyMap<string, Entry>,
): string[] {
  const counted = lines.filter(({ kind }) => rule.channel === 'any' || kind === rule.channel);
  const number = ({ to }: ParsedLine) => `number ${to}`;
  const account = ({ attemptId }: ParsedLine) => {
    const { list, line } = entries.get(attemptId) ?? {};
    return `line ${line} of list ${list}`;
  };
  const externalId = (line: ParsedLine) => {
    const id = entries.get(line.attemptId)?.externalId;
    return id === undefined || id === null ? account(line) : `External Id ${id}`;
  };
  const ways = {
    number: [number],
    account: [account],
    external_id: [externalId],
    person: [number, account, externalId],
  }[rule.of];
  return ways.flatMap((keyOf) => {
    const groups = Map.groupBy(counted, keyOf);
    return rule.kind === 'rest' ? tooSoon(rule, groups, entries) : tooMany(rule, groups);
  });
}

/** By the attempts: a submission comes a little later. */
function tooSoon(
  { hours, of }: TownRule,
  groups: ReadonlyMap<string, ParsedLine[]>,
  entries: ReadonlyMap<string, Entry>,
): string[] {
  return [...groups].flatMap(([whose, contacts]) => {
    const own = contacts.flatMap(({ attemptId }) => entries.get(attemptId) ?? []);
    return own.flatMap(({ id, begun }) => {
      const talk = own.find(
        ({ talkedAt }) =>
          begun !== null &&
          talkedAt !== null &&
          begun > talkedAt &&
          begun < talkedAt + hours * hour,
      );
      return talk
        ? [
            `${id} is beyond the policy: a rest of ${hours} h by ${of} since ${talk.id}, for ${whose}`,
          ]
        : [];
    });
  });
}

function tooMany(
  { most, hours, of, kind }: TownRule,
  groups: ReadonlyMap<string, ParsedLine[]>,
): string[] {
  return [...groups].flatMap(([whose, contacts]) => {
    const beyond = contacts.find((line, at) => {
      const first = contacts[at - most];
      return first !== undefined && line.instant - first.instant < hours * hour - slack;
    });
    return beyond
      ? [
          `${beyond.attemptId} at ${beyond.at} is beyond the policy: a ${kind} of ${most} in ${hours} h by ${of}, for ${whose}`,
        ]
      : [];
  });
}

/**
 * Nobody without express consent, and nobody whom a service calls a litigator, is in the log; for rules that hold
 * from before the first start.
 */
export async function beyondWords(
  ask: Ask,
  clientId: number,
  lines: readonly ParsedLine[],
): Promise<string[]> {
  const refused = await ask<{ id: string; why: string }>(
    clientId,
    `SELECT concat_ws('-', e.client_id, e.call_list_id, e.entry_id) AS id,
       CASE WHEN s.phone IS NULL THEN 'without consent' ELSE 'a litigator' END AS why
     FROM list_entry e LEFT JOIN scrub_answer s ON s.client_id = $1 AND s.phone = e.phone
       AND s.question = 'litigator' AND s.answer = 'yes'
     WHERE e.client_id = $1
       AND (s.phone IS NOT NULL OR coalesce(e.consent->>'kind', '') NOT IN ('express', 'written'))`,
    [clientId],
  );
  const why = new Map(refused.map((one) => [one.id, one.why]));
  const own = lines.filter((line) => line.clientId === clientId && isAttempt(line));
  return own.flatMap(({ attemptId, at }) => {
    const against = why.get(attemptId);
    return against === undefined ? [] : [`${attemptId} at ${at} is beyond the policy: ${against}`];
  });
}
