import { useNavigate } from '@tanstack/react-router';
import { downloadRejected } from '#contract/call-list.ts';
import type { UploadResult } from '#contract/call-list-upload.ts';
import { api } from '#web/lib/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { timeLeft, useLongWork } from '#web/lib/long-work.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { reportError } from '#web/ui/error-modal.tsx';
import { AlertIcon } from '#web/ui/icons.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import styles from './upload.module.css';
import { uploadAlerts } from './upload-alerts.ts';
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
  const leave = () => navigate({ to: lists });
  return (
    <Dialog
      opened
      title="Upload Progress"
      onClose={leave}
      footer={
        <>
          <Button onClick={cancelUpload}>Cancel</Button>
          <Button onClick={leave}>Run in Background</Button>
        </>
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
          No data from the file was kept. Your settings are still here.
        </p>
      </div>
    </Dialog>
  );
}

function FinishDialog({ run, result }: { run: UploadRun; result: UploadResult }) {
  const navigate = useNavigate();
  const leave = () => {
    dismissRun();
    navigate({ to: lists });
  };
  const alerts = uploadAlerts(result);
  // An account without a phone number is rejected too, although no number is counted.
  const rejected =
    result.accountsNotImported > 0 || result.accountPhonesTotal > result.accountPhonesImported;
  return (
    <Dialog
      opened
      size="md"
      title="Upload Finished!"
      onClose={leave}
      footer={
        <>
          {rejected && <Button onClick={() => save(run, result)}>Download Rejected Rows</Button>}
          <Button variant="filled" onClick={leave}>
            Ok
          </Button>
        </>
      }
    >
      <div className={styles.progress}>
        <dl className={styles.counts}>
          <Count
            name="Accounts imported"
            count={result.accountsTotal - result.accountsNotImported}
            total={result.accountsTotal}
          />
          <Count
            name="Phone numbers imported"
            count={result.accountPhonesImported}
            total={result.accountPhonesTotal}
          />
        </dl>
        {alerts.length > 0 && (
          <ul className={styles.alerts}>
            {alerts.map((alert) => (
              <li key={alert}>
                <AlertIcon />
                <span>{alert}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function Count({ name, count, total }: { name: string; count: number; total: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{formatNumber(count)}</strong> of {formatNumber(total)}
      </dd>
    </div>
  );
}

async function save({ listName }: UploadRun, { callListId }: UploadResult): Promise<void> {
  try {
    const bytes = await api(downloadRejected, { params: { id: callListId } });
    saveFile(`${listName} rejected rows.csv`, bytes, 'text/csv');
  } catch (error) {
    reportError(error);
  }
}
