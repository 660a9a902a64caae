import { changedNote } from '#domain/change-sentence.ts';
import { platformNow } from '../lib/simulation.ts';

interface ChangedNoteProps {
  record: { changedBy?: string | null | undefined; changedAt?: string | null | undefined };
  className?: string | undefined;
}

/** "Changed by Ann Lee, 10:14 AM"; nothing for a record that was never changed. */
export function ChangedNote({ record: { changedBy, changedAt }, className }: ChangedNoteProps) {
  if (!changedBy || !changedAt) return null;
  return (
    <p className={className}>
      {changedNote({ by: changedBy, at: new Date(changedAt) }, platformNow())}
    </p>
  );
}
