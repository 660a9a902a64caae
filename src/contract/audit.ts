/** The audit log: who did what, from where, and what it was before and after (decision 068). */
import { z } from 'zod';
import { clientQuery, instant } from './fields.ts';
import { defineOperation } from './http.ts';

export const auditActors = ['manager', 'operator', 'platform', 'stranger'] as const;
export type AuditActor = (typeof auditActors)[number];

export const auditOutcomes = ['done', 'refused'] as const;

/** The kinds of things that entries are about. */
export const auditThings = [
  'campaign',
  'callList',
  'voiceMessage',
  'textMessage',
  'doNotCall',
  'manager',
  'managerLink',
  'secondFactor',
  'accountField',
  'spokenKind',
  'callerIdBucket',
  'textingNumber',
  'reportFilter',
  'report',
  'full_ssn_exported',
  'full_ssn_downloaded',
  'person',
  'inboundText',
  'session',
  'client',
  'contactCap',
  'dailyLimit',
  'brakeLimit',
  'lintLevel',
  'retention',
  'operatorStop',
  'clientStop',
  'policyRule',
  'carrier',
  'speechEngine',
  'scrubService',
  'installation',
] as const;
export type AuditThing = (typeof auditThings)[number];

const fields = z.record(z.string(), z.unknown()).nullable();

export const auditEntry = z.object({
  /** Its number in the client's chain. */
  sequence: z.number().int(),
  at: instant,
  actorKind: z.enum(auditActors),
  /** As it was then; '' for the platform. */
  actorName: z.string(),
  address: z.string(),
  /** "Firefox on Windows"; '' when unknown. */
  browser: z.string(),
  /** An operation of the contract, a command, or `platform`. */
  operation: z.string(),
  thingKind: z.string().nullable(),
  thingId: z.string().nullable(),
  thingName: z.string().nullable(),
  /** Only the fields that changed; null for something new. */
  before: fields,
  /** Null for something deleted. */
  after: fields,
  outcome: z.enum(auditOutcomes),
  /** Of what was refused: an error code. */
  reason: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Entries of a page. */
export const auditPageSize = 100;
export const largestAuditPage = 500;

const filters = {
  from: instant.optional(),
  until: instant.optional(),
  actor: z.enum(auditActors).optional(),
  /** A kind of thing. */
  thing: z.enum(auditThings).optional(),
  thingId: z.string().max(40).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  /** Contained in a name, an operation, an address or a field. */
  search: z.string().trim().max(200).optional(),
};
export const auditFilter = z.object(filters);
export type AuditFilter = z.infer<typeof auditFilter>;

export const listAudit = defineOperation({
  name: 'listAudit',
  method: 'GET',
  path: '/api/audit',
  summary: 'A page of the audit log, filtered, newest first.',
  query: clientQuery.extend(filters).extend({
    /** The next page: only entries with a lower number. */
    before: z.coerce.number().int().min(1).optional(),
    rows: z.coerce.number().int().min(1).max(largestAuditPage).default(auditPageSize),
  }),
  response: z.object({ entries: z.array(auditEntry), more: z.boolean() }),
});

export const exportAudit = defineOperation({
  name: 'exportAudit',
  method: 'GET',
  path: '/api/audit/export',
  summary: 'The filtered audit log as CSV, newest first.',
  query: clientQuery.extend(filters),
  response: { bytes: 'text/csv' },
});
