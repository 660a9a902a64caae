import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { getImportResult } from '#contract/call-list-import.ts';
import type { UploadResult } from '#contract/call-list-upload.ts';
import { api } from '#web/lib/api.ts';
import { timeLeft, useLongWork } from '#web/lib/long-work.ts';
import { queryKey } from '#web/lib/query.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ImportSummary } from '#web/ui/import-summary.tsx';
import { NextStep } from '#web/ui/next-step.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { downloadRejectedRows } from '#web/ui/rejected-rows.ts';
import styles from './upload.module.css';
import { cancelUpload, dismissRun, type UploadRun } from './upload-run.ts';

const lists = '/main/calllist';

/** The upload in progress, and its result. */
export function RunDialogs({ run }: { run: UploadRun | undefined }) {
  if (run?.state === 'running') return <ProgressDialog run={run} />;
  if (run?.state === 'failed') return <FailureDialog run={run} />;
  return run?.result ? <FinishDialog run={run} result={run.result} /> : null;
}

function ProgressDialog({ run }: { run: UploadRun }) {
  const navigate = useNavigate();
  const work = useLongWork(run.id);
  const now = useNow(1_000);
  const fresh = useFresh();
  const leave = () => navigate({ to: lists, ignoreBlocker: true });
  return (
    <Dialog
      opened
      // It is left by its buttons only: its counts must not be lost to a stray press.
      locked
      title="Upload Progress"
      onClose={leave}
      footer={
        <fieldset className={styles.runButtons} disabled={fresh}>
          <Button onClick={cancelUpload}>Cancel</Button>
          <Button onClick={leave}>Run in Background</Button>
        </fieldset>
      }
    >
      <div className={styles.progress}>
        <p>Processing contact list...</p>
        <ProgressBar share={run.share} label={`Upload of ${run.listName}`} />
        <p className={styles.doing} role="status">
          <span>{run.doing}</span>
          <span>{work && timeLeft(work, now)}</span>
        </p>
      </div>
    </Dialog>
  );
}

/** Milliseconds in which the second click of a double-click on the button before may still come. */
const freshFor = 700;

/** True for the first moment after the dialog appeared under the pointer. */
function useFresh(): boolean {
  const [fresh, setFresh] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setFresh(false), freshFor);
    return () => clearTimeout(timer);
  }, []);
  return fresh;
}

function FailureDialog({ run }: { run: UploadRun }) {
  return (
    <Dialog
      opened
      title="Upload failed"
      onClose={dismissRun}
      footer={
        <Button variant="filled" onClick={dismissRun}>
          Ok
        </Button>
      }
    >
      <div className={styles.progress}>
        <p>{run.failure}</p>
        <p className={styles.quiet}>
          {run.unknown
            ? 'The list may have been loaded. Upload it again without changes: it is not loaded twice. Before you change anything, look in Contact Lists.'
            : 'No data from the file was kept. Your settings are still here.'}
        </p>
      </div>
    </Dialog>
  );
}

function FinishDialog({ run, result }: { run: UploadRun; result: UploadResult }) {
  const navigate = useNavigate();
  // In this order: a wizard without its draft goes to its first step.
  const leave = async (to: { to: string; search?: never } = { to: lists }) => {
    await navigate({ ...to, ignoreBlocker: true });
    dismissRun();
  };
  // The counts are here already; the reasons are kept with the list.
  const kept = useQuery({
    queryKey: queryKey(getImportResult, { callListId: result.callListId }),
    queryFn: ({ signal }) => api(getImportResult, { params: { id: result.callListId }, signal }),
    throwOnError: false,
  });
  // An account without a phone number is rejected too, although no number is counted.
  const rejected =
    result.accountsNotImported > 0 || result.accountPhonesTotal > result.accountPhonesImported;
  return (
    <Dialog
      opened
      size="md"
      title="Upload Finished!"
      onClose={() => void leave()}
      footer={
        <>
          {rejected && (
            <Button
              onClick={() =>
                downloadRejectedRows({
                  callListId: result.callListId,
                  originalFileName: run.listName,
                })
              }
            >
              Download Rejected Rows
            </Button>
          )}
          <NextStep callListId={result.callListId} onOpen={(campaign) => void leave(campaign)} />
          <Button variant="filled" onClick={() => void leave()}>
            Ok
          </Button>
        </>
      }
    >
      <ImportSummary result={result} reasons={kept.data?.reasons} />
    </Dialog>
  );
}
