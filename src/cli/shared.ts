import { asPlatform, type Database, type Tx } from '#db/database.ts';
import { findClientByCode, type OperatorClient } from '#db/queries/client.ts';
import { readEngineTime } from '#db/queries/simulation.ts';
import { ownNumberProblem } from '#domain/dialing.ts';
import { realMs } from '#domain/milliseconds.ts';
import { storedPhone } from '#domain/phone.ts';
import { Refusal, UsageError } from './command.ts';

/** The client that a command names by its code. */
export async function clientOf(db: Database, code: string): Promise<OperatorClient> {
  const client = await asPlatform(db, (tx) => findClientByCode(tx, code));
  if (client) return client;
  throw new Refusal(
    `There is no client with the code "${code}". Run "carillon client list" to see all clients.`,
  );
}

/** The present on the platform's clock, with which a change by the operator is stamped. */
export async function platformNow(tx: Tx): Promise<Date> {
  return new Date(await readEngineTime(tx, realMs(Date.now())));
}

/** A number of the command line as it is stored: eleven digits. */
export function phoneOf(text: string): string {
  const phone = storedPhone(text);
  if (phone) return phone;
  throw new UsageError(`"${text}" is not a North American phone number such as 212-555-0123.`);
}

/** As `phoneOf`, for a number that the client shows or texts from: refuses those that toll fraud uses. */
export function ownPhoneOf(text: string, countries: readonly string[]): string {
  const phone = phoneOf(text);
  const problem = ownNumberProblem(phone, countries);
  if (problem === undefined) return phone;
  throw new UsageError(`${showPhone(phone)}: ${problem}.`);
}

/** `212-555-0123`, for a list. */
export function showPhone(phone: string): string {
  return phone.replace(/^1(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
}

/** `1 number`, `12,345 numbers`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
}
