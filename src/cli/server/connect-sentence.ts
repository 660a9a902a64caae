import { isDatabaseUnreachable, isOutOfRoom } from '#db/errors.ts';
import { withoutPeriod } from '#domain/final-period.ts';

/** Node's codes for a TLS server that is not trusted. */
const notTrusted = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** By SQLSTATE, and by Node's code for a file or an address. */
const advice: Record<string, (url: string) => string> = {
  '28P01': (url) => `The password in ${url} is wrong for that role.`,
  '28000': (url) =>
    `The server does not allow this role to connect from this address (see its pg_hba.conf). If it requires TLS, add "?sslmode=verify-full" to ${url}.`,
  '3D000': (url) =>
    `Create it ("CREATE DATABASE … OWNER …"; "carillon doctor --sql" prints all that is needed), or correct the name in ${url}.`,
  '53300': () =>
    'The server has no connections left. Raise max_connections, or give Carillon fewer: CARILLON_API_CONNECTIONS, CARILLON_ENGINE_CONNECTIONS, CARILLON_JOBS_CONNECTIONS.',
  '57P03': () => 'The server is starting, stopping or recovering. Try again soon.',
  ERR_INVALID_URL: (url) =>
    `${url} is not a valid address. In a password, write # @ : / as %23 %40 %3A %2F.`,
};

/** The driver's own complaints carry no code. */
const driverSays: [beginning: string, sentence: (url: string) => string][] = [
  [
    'The server does not support SSL connections',
    (url) =>
      `${url} asks for TLS, but the server does not offer it. Set ssl = on there, or remove sslmode from ${url} if you control the network in between.`,
  ],
  [
    'SASL: SCRAM-SERVER-FIRST-MESSAGE',
    (url) => `The server asks for a password, but ${url} has none.`,
  ],
];

/**
 * Why a connection to PostgreSQL failed, and what helps; undefined when the error is about something
 * else.
 *
 * @param url the setting that holds the address
 */
export function connectSentence(error: unknown, url = 'DATABASE_URL'): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = String(Reflect.get(error, 'code') ?? '');
  const said = wordsOf(error);
  if (notTrusted.has(code)) {
    return `The database's certificate is not trusted: ${said}. Give the certificate of its issuer: "?sslmode=verify-full&sslrootcert=/path/to/ca.pem" in ${url}.`;
  }
  const known = advice[code];
  if (known) return `The database cannot be used: ${said}. ${known(url)}`;
  const driver = driverSays.find(([beginning]) => error.message.startsWith(beginning));
  if (driver) return `The database cannot be used. ${driver[1](url)}`;
  if (isDatabaseUnreachable(error)) {
    return `The database cannot be reached: ${said}. Is the server running, and is ${url} right?`;
  }
  return undefined;
}

/**
 * Only for the error of a client made from an address: the driver reads the certificates that it names.
 * Any other missing file would look the same.
 */
export function certificateSentence(error: unknown, url = 'DATABASE_URL'): string | undefined {
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT' || syscall !== 'open' || !path) return undefined;
  return `The certificate or key ${path}, which ${url} names, does not exist.`;
}

/** For a full disk of the database, whatever was being done; undefined for anything else. */
export function roomSentence(error: unknown): string | undefined {
  if (!isOutOfRoom(error)) return undefined;
  const said = wordsOf(error as Error);
  return `The disk is full, so nothing can be written: ${said}. Free some space there. Committed data is safe, and nothing else is wrong.`;
}

/** An AggregateError, one error for each address of a name, has no message of its own. */
function wordsOf(error: Error): string {
  const words =
    error instanceof AggregateError
      ? error.errors.map((one: Error) => one.message).join('; ')
      : error.message;
  return withoutPeriod(words.trim());
}
