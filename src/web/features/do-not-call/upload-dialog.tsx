import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { searchDoNotCall, uploadDoNotCall } from '#contract/do-not-call.ts';
import type { OperationResponse } from '#contract/http.ts';
import { formatNumber, formatPercent } from '#web/lib/format.ts';
import { counted } from '#web/lib/plural.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { upload } from '#web/lib/upload.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { useLeaving } from '#web/ui/unsaved-dialog.tsx';
import styles from './page.module.css';

/** Adds the numbers of a file; says how many were new, known and unusable. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { clientId } = useManager();
  const [file, setFile] = useState<File>();
  const [share, setShare] = useState<number>();
  const send = useMutation({
    meta: { ownErrors: true },
    mutationFn: (chosen: File) => {
      const form = new FormData();
      form.set('fileSelect', chosen);
      return upload(uploadDoNotCall, {
        params: { clientId },
        form,
        intent: chosen,
        onProgress: (sent, total) => setShare(total > 0 ? sent / total : undefined),
      });
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKey(searchDoNotCall) }),
  });
  const result = send.data;
  const unsent = file !== undefined && !result;
  const { leave, question } = useLeaving(unsent, 'upload', onClose);
  return (
    <Dialog
      opened
      title="Upload Numbers"
      size="md"
      locked={send.isPending}
      onClose={leave}
      footer={
        result ? (
          <Button variant="filled" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button
              reason={send.isPending ? 'The file is being added.' : undefined}
              onClick={leave}
            >
              Cancel
            </Button>
            <Button
              variant="filled"
              busy={send.isPending}
              reason={file ? undefined : 'Select a file.'}
              onClick={() => file && send.mutate(file)}
            >
              Add Numbers
            </Button>
          </>
        )
      }
    >
      <div className={styles.upload}>
        {send.isError && <ErrorBand>{messageOf(send.error)}</ErrorBand>}
        {result ? (
          <Result result={result} />
        ) : send.isPending ? (
          <Progress share={share} />
        ) : (
          <FileDrop
            name={file?.name}
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            hint="CSV or text, one number on each line. The first column with numbers counts."
            onFile={setFile}
          />
        )}
      </div>
      {question}
    </Dialog>
  );
}

/** Once sent, the server waits until nothing that was begun can still be called. */
function Progress({ share }: { share: number | undefined }) {
  const sent = share !== undefined && share >= 1;
  return (
    <div role="status">
      <p>{sent ? 'Adding the numbers ...' : `Sending ${formatPercent(share ?? 0)}`}</p>
      <ProgressBar share={sent ? undefined : share} label="Upload" />
    </div>
  );
}

function Result({ result }: { result: OperationResponse<typeof uploadDoNotCall> }) {
  const { added, alreadyThere, invalid, invalidLines } = result;
  const more = invalid - invalidLines.length;
  return (
    <div role="status">
      <p>
        <strong>{counted(added, 'number')} added.</strong> None of them is called or texted any
        more.
      </p>
      <p>{counted(alreadyThere, 'number')} already on the list.</p>
      <p>{counted(invalid, 'line')} without a valid number.</p>
      {invalidLines.length > 0 && (
        <ul className={styles.invalid}>
          {invalidLines.map(({ line, value }) => (
            <li key={line}>
              Line {formatNumber(line)}: {value || '(empty)'}
            </li>
          ))}
          {more > 0 && <li>and {formatNumber(more)} more</li>}
        </ul>
      )}
    </div>
  );
}
