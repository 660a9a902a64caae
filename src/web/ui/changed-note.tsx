import { Link } from '@tanstack/react-router';
import type { AuditThing } from '#contract/audit.ts';
import { changedNote } from '#domain/change-sentence.ts';
import { historyOf } from '../lib/audit-link.ts';
import { linkSearch } from '../lib/link-search.ts';
import { useRefusal } from '../lib/rights.ts';
import { platformNow } from '../lib/simulation.ts';

interface ChangedNoteProps {
  record: { changedBy?: string | null | undefined; changedAt?: string | null | undefined };
  className?: string | undefined;
  /** Whose entries the audit log shows, for administrators. */
  thing?: { kind: AuditThing; id: number };
}

/** "Changed by Ann Lee, 10:14 AM"; nothing for a record that was never changed. */
export function ChangedNote({
  record: { changedBy, changedAt },
  className,
  thing,
}: ChangedNoteProps) {
  const barred = useRefusal('administrator');
  if (!changedBy || !changedAt) return null;
  return (
    <p className={className}>
      {changedNote({ by: changedBy, at: new Date(changedAt) }, platformNow())}
      {thing && !barred && (
        <>
          {' · '}
          <Link to="/main/audit" search={linkSearch(historyOf(thing))}>
            History
          </Link>
        </>
      )}
    </p>
  );
}
