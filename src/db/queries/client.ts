/** Client accounts, as the operator sees them. */
import { runStatus } from '#contract/campaign.ts';
import { problem } from '#contract/errors.ts';
import type { Purpose } from '#contract/policy.ts';
import type { Reason } from '#contract/reason.ts';
import type { ClientHours } from '#domain/calling-hours.ts';
import type { ContactCap } from '#domain/contact-cap.ts';
import type { DailyLimits } from '#domain/daily-limit.ts';
import type { AbandonmentRule } from '#domain/governor/abandoned-call.ts';
import type { BrakeLimits } from '#domain/governor/brake.ts';
import type { Tx } from '../database.ts';
import { isNotUnique } from '../errors.ts';
import { abandonmentOfClient } from './abandonment.ts';
import { brakeOfClient } from './brake.ts';
import { capOfClient } from './contact-cap.ts';
import { dailyLimitsOfClient } from './daily-limit.ts';
import type { PersonRules } from './person-rules.ts';

export interface OperatorClient {
  clientId: number;
  code: string;
  name: string;
  /** Micro-dollars. */
  minuteCost: number;
  callingHours: ClientHours | null;
  cap: ContactCap;
  dailyLimits: DailyLimits;
  /** Whose numbers of +1 it may call. */
  countries: string[];
  rules: PersonRules;
  /** Every manager must have a second factor. */
  secondFactorRequired: boolean;
  /** Somebody else starts what a manager prepared. */
  launchApproval: boolean;
  /** What new campaigns are for, unless they say so themselves. */
  purpose: Purpose;
  /** How it names itself in its messages. */
  spokenName: string | null;
  /** Null: abandonment is not guarded. */
  abandonment: AbandonmentRule | null;
  brake: BrakeLimits;
  disabledAt: Date | null;
  managers: number;
  /** Made up by the first start. */
  demo: boolean;
}

const columns = `c.client_id AS "clientId", c.code, c.name, c.minute_cost AS "minuteCost",
  c.calling_hours AS "callingHours", c.countries, ${capOfClient} AS cap,
  ${dailyLimitsOfClient} AS "dailyLimits",
  jsonb_build_object('stopScope', c.stop_scope, 'leastGapHours', c.least_gap_hours) AS rules,
  c.second_factor_required AS "secondFactorRequired", c.disabled_at AS "disabledAt", c.demo,
  c.launch_approval AS "launchApproval", c.purpose, c.spoken_name AS "spokenName", ${abandonmentOfClient} AS abandonment,
  ${brakeOfClient} AS brake,
  (SELECT count(*) FROM manager m WHERE m.client_id = c.client_id AND m.deleted_at IS NULL) AS managers`;

/** As the client's role sees it. */
export async function readOwnClient(tx: Tx, clientId: number) {
  const row = await tx.row<{ code: string; demo: boolean }>(
    'SELECT code, demo FROM client WHERE client_id = $1',
    [clientId],
  );
  return row ?? { code: '', demo: false };
}

interface ClientNames {
  name: string;
  code: string;
  /** As it names itself in calls and texts. */
  spoken: string;
}

/** As the client's role sees them. */
export async function readClientNames(tx: Tx, clientId: number): Promise<ClientNames> {
  const row = await tx.row<ClientNames>(
    `SELECT name, code, coalesce(spoken_name, name) AS spoken FROM client WHERE client_id = $1`,
    [clientId],
  );
  return row ?? { name: '', code: '', spoken: '' };
}

export function listClients(tx: Tx): Promise<OperatorClient[]> {
  return tx.rows<OperatorClient>(`SELECT ${columns} FROM client c ORDER BY lower(c.code)`);
}

export function findClientByCode(tx: Tx, code: string): Promise<OperatorClient | undefined> {
  return tx.row<OperatorClient>(`SELECT ${columns} FROM client c WHERE lower(c.code) = lower($1)`, [
    code,
  ]);
}

export interface NewClient {
  code: string;
  name: string;
  minuteCost: number;
  callingHours: ClientHours | null;
  countries: readonly string[];
  /** Made up by the first start, to try things out with; `loading`: with a history that is loaded later. */
  demo?: boolean | 'loading';
}

/** Throws `not_unique` when the code is taken, whatever its case. Returns the client's id. */
export async function insertClient(tx: Tx, client: NewClient): Promise<number> {
  const { code, name, minuteCost, callingHours, countries, demo = false } = client;
  try {
    const row = await tx.row<{ id: number }>(
      `INSERT INTO client (code, name, minute_cost, calling_hours, countries, demo, demo_stage)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING client_id AS id`,
      [
        ...[code, name, minuteCost, callingHours && JSON.stringify(callingHours), countries],
        ...[demo !== false, demo === 'loading' ? demo : null],
      ],
    );
    if (!row) throw new Error('The insert returned no row.');
    return row.id;
  } catch (error) {
    if (!isNotUnique(error, 'client_code')) throw error;
    throw problem('not_unique', `The client code "${code}" is already taken.`, { cause: error });
  }
}

/** Replaces what the operator sets but the hours (client-hours.ts); ended calls keep the cost they were recorded with. */
export async function updateClient(
  tx: Tx,
  clientId: number,
  client: Pick<NewClient, 'name' | 'minuteCost' | 'countries'>,
) {
  const { name, minuteCost, countries } = client;
  await tx.run(
    'UPDATE client SET name = $2, minute_cost = $3, countries = $4 WHERE client_id = $1',
    [clientId, name, minuteCost, countries],
  );
}

/**
 * Shuts a client out: its managers' sessions end and its campaigns stop; calls in progress finish.
 * Returns how many campaigns were running.
 */
export async function disableClient(tx: Tx, clientId: number): Promise<number> {
  await tx.run(
    'UPDATE client SET disabled_at = coalesce(disabled_at, now()) WHERE client_id = $1',
    [clientId],
  );
  await tx.run('DELETE FROM session WHERE client_id = $1', [clientId]);
  return tx.run(
    `UPDATE campaign SET run_status = ${runStatus.stopping}, reason = $2, updated = now()
     WHERE client_id = $1 AND run_status IN (${runStatus.starting}, ${runStatus.running})`,
    [clientId, { code: 'client_was_disabled' } satisfies Reason],
  );
}

export async function enableClient(tx: Tx, clientId: number): Promise<void> {
  await tx.run('UPDATE client SET disabled_at = NULL WHERE client_id = $1', [clientId]);
}

/** Whose numbers of +1 a client may call (domain/dialing.ts). */
export async function readCountries(tx: Tx, clientId: number): Promise<string[]> {
  const row = await tx.row<{ countries: string[] }>(
    'SELECT countries FROM client WHERE client_id = $1',
    [clientId],
  );
  return row?.countries ?? [];
}
