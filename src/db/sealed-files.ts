/**
 * What the sealed bytes of each use are bound to, beside the values of a person (encryption.ts): sealing
 * them again has to know each of them. Each text names the use and the row.
 */

/** Context now, and the one of earlier versions where it was another. */
interface Bound {
  context: string;
  unbound?: string;
}

export const carrierSecrets = ({ name }: { name: string }): Bound => ({
  context: `carrier ${name}`,
});
/** Address, key and folder of a speech engine. */
export const speechSecrets = ({ name }: { name: string }): Bound => ({
  context: `speech engine ${name}`,
});

export const scrubSecret = ({ name }: { name: string }): Bound => ({
  context: `scrub service ${name}`,
});

export const authenticatorSecret = (manager: { clientId: number; managerId: number }): Bound => ({
  context: `authenticator:${manager.clientId}:${manager.managerId}`,
});

interface Scope {
  clientId: number;
  managerId: number;
  operation: string;
  key: string;
}

export const keptResponse = ({ clientId, managerId, operation, key }: Scope): Bound => ({
  context: `idempotency_key:${clientId}:${managerId}:${operation}:${key}`,
  unbound: `response:${clientId}:${key}`,
});

interface Archive {
  clientId: number;
  reportArchiveId: number;
}

export const reportFilters = ({ clientId, reportArchiveId }: Archive): Bound => ({
  context: `${clientId}:report ${reportArchiveId}:filters`,
  unbound: `${clientId}:report filters`,
});

export const reportPart = ({ clientId, reportArchiveId, part }: Archive & { part: number }) => ({
  context: `${clientId}:report ${reportArchiveId}:part ${part}`,
});

/** One column, with the key of its table. */
export interface SealedFile<Row = never> {
  table: string;
  columns: readonly string[];
  /** SQL type by column of the primary key, in its order; the first is `client_id`, where it has one. */
  key: Record<string, 'integer' | 'bigint' | 'text'>;
  /** Read with the key, as `boundTo` needs it. */
  also?: string;
  boundTo(row: Row): Bound;
  /** Rows in one transaction. */
  page: number;
}

const file = <Row>(one: SealedFile<Row>): SealedFile<never> => one;

/** Of the platform, which no client owns. */
export const platformFiles = [
  file({
    ...{ table: 'carrier', columns: ['secrets'], key: { carrier_id: 'bigint' }, page: 50 },
    also: 'name',
    boundTo: carrierSecrets,
  }),
  file({
    ...{ table: 'speech_engine', columns: ['secrets'], key: { speech_engine_id: 'bigint' } },
    ...{ page: 50, also: 'name' },
    boundTo: speechSecrets,
  }),
  file({
    ...{ table: 'scrub_service', columns: ['secret'], key: { scrub_service_id: 'bigint' } },
    ...{ page: 50, also: 'name' },
    boundTo: scrubSecret,
  }),
];

export const clientFiles = [
  file({
    ...{ table: 'authenticator_app', columns: ['secret', 'new_secret'], page: 50 },
    key: { client_id: 'integer', manager_id: 'bigint' },
    boundTo: authenticatorSecret,
  }),
  file({
    ...{ table: 'idempotency_key', columns: ['effect', 'response'], page: 50 },
    key: { client_id: 'integer', manager_id: 'bigint', operation: 'text', key: 'text' },
    boundTo: keptResponse,
  }),
  file({
    ...{ table: 'report_archive', columns: ['sealed_filters'], page: 50 },
    key: { client_id: 'integer', report_archive_id: 'bigint' },
    boundTo: reportFilters,
  }),
  // A part has about a megabyte.
  file({
    ...{ table: 'report_part', columns: ['content'], page: 4 },
    key: { client_id: 'integer', report_archive_id: 'bigint', part: 'integer' },
    boundTo: reportPart,
  }),
];

/** The values of persons, which `Vault.seal` seals. */
export const personColumns = [
  { table: 'list_entry', columns: ['ssn', 'date_of_birth', 'sealed_custom'] },
  { table: 'call_record', columns: ['ssn', 'date_of_birth'] },
] as const;
