import type { AuditThing } from '#contract/audit.ts';

/** The address of the audit log with the entries of one thing. */
export function historyOf({ kind, id }: { kind: AuditThing; id: number | string }) {
  return { thing: kind, thingId: String(id) };
}
