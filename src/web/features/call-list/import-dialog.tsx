import { useQuery } from '@tanstack/react-query';
import { getImportResult, type ImportResult } from '#contract/call-list-import.ts';
import { api } from '#web/lib/api.ts';
import { formatLocalDateTime } from '#web/lib/local-time.ts';
import { counted } from '#web/lib/plural.ts';
import { queryKey } from '#web/lib/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { ImportSummary } from '#web/ui/import-summary.tsx';
import { NextStep } from '#web/ui/next-step.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { downloadRejectedRows } from '#web/ui/rejected-rows.ts';
import styles from './page.module.css';

interface ImportDialogProps {
  callListId: number;
  onClose: () => void;
}

/** What became of a list's file, as its upload said it, and why rows were left out. */
export function ImportDialog({ callListId, onClose }: ImportDialogProps) {
  const query = useQuery({
    queryKey: queryKey(getImportResult, { callListId }),
    queryFn: ({ signal }) => api(getImportResult, { params: { id: callListId }, signal }),
    throwOnError: false,
  });
  const result = query.data;
  return (
    <Dialog
      opened
      size="md"
      title="Import result"
      onClose={onClose}
      footer={
        <>
          {result && canDownload(result) && (
            <Button changes onClick={() => downloadRejectedRows(result)}>
              Download Rejected Rows
            </Button>
          )}
          <NextStep callListId={callListId} />
          <Button variant="filled" onClick={onClose}>
            Ok
          </Button>
        </>
      }
    >
      {query.isError && (
        <ErrorBand
          action={
            <Button size="sm" onClick={() => void query.refetch()}>
              Retry
            </Button>
          }
        >
          {messageOf(query.error)}
        </ErrorBand>
      )}
      {query.isPending && <p className={styles.quiet}>Loading ...</p>}
      {result && (
        <div className={styles.import}>
          <p className={styles.file}>
            <strong>{result.originalFileName}</strong>
            <span>{factsOf(result)}</span>
          </p>
          <ImportSummary result={result} reasons={result.reasons} />
          {result.rejectedCount > 0 && result.rejectedDeleted && (
            <p className={styles.quiet}>
              The rejected rows were deleted when the retention period of the list ended.
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}

function canDownload({ rejectedCount, rejectedDeleted }: ImportResult): boolean {
  return rejectedCount > 0 && !rejectedDeleted;
}

/** "statements.csv, 5,859 lines, uploaded by Ann Lee on Nov 20, 10:41 AM" */
function factsOf({ fileName, fileLines, uploadedBy, uploaded }: ImportResult): string {
  const lines = counted(fileLines, 'line');
  const by = uploadedBy === '' ? '' : ` by ${uploadedBy}`;
  const at = formatLocalDateTime(uploaded);
  return [fileName, lines, `uploaded${by} on ${at}`].filter(Boolean).join(', ');
}
