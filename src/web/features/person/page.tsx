import { useState } from 'react';
import { personTexts } from '#contract/person-data.ts';
import { readDoNotCallNumber } from '#domain/do-not-call-number.ts';
import { Button } from '#web/ui/button.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { Form } from '#web/ui/form-scope.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { Page, Section } from '#web/ui/page.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { SaveButton } from '#web/ui/save-button.tsx';
import { DownloadIcon } from '#web/ui/screen-icons.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import styles from './page.module.css';
import { Places } from './places.tsx';
import { useShowPerson } from './use-person.ts';

function Searching() {
  return (
    <p role="status" className={styles.quiet}>
      Searching every list, report and recording ...
    </p>
  );
}

/** What is kept about a number, for administrators: shown, handed out as one file, or erased. */
export function PersonPage() {
  const [typed, setTyped] = useState('');
  const [dialog, setDialog] = useState<{ kind: 'export' | 'erase'; phone: string }>();
  const show = useShowPerson();
  const found = show.data;
  const read = readDoNotCallNumber(typed);
  const problem = 'problem' in read ? read.problem : undefined;
  const close = () => setDialog(undefined);
  const held = found !== undefined && found.data.places.length > 0;
  return (
    <Page
      title="Person"
      sentence="Everything kept about one number. Each look, export and erasure is in the audit log."
      times={found !== undefined}
      divided
      actions={
        held && (
          <>
            <Button
              icon={DownloadIcon}
              onClick={() => setDialog({ kind: 'export', phone: found.phone })}
            >
              Export
            </Button>
            <Button
              changes
              variant="danger"
              onClick={() => setDialog({ kind: 'erase', phone: found.phone })}
            >
              Erase
            </Button>
          </>
        )
      }
    >
      <Section>
        <Form
          className={styles.form}
          onSubmit={() => {
            if (!('problem' in read) && !show.isPending) show.mutate(read.phone);
          }}
        >
          <PhoneField
            label="Phone Number"
            required
            value={typed}
            onChange={(next) => {
              setTyped(next);
              // What stands below must never be another number's.
              show.reset();
            }}
            error={problem}
          />
          <SaveButton own busy={show.isPending} problems={[problem]}>
            Show
          </SaveButton>
        </Form>
        {show.error && <ErrorBand>{messageOf(show.error)}</ErrorBand>}
        {found && (
          <div aria-live="polite">
            {!held && <p className={styles.none}>{personTexts.none}</p>}
            <Places data={found.data} phone={found.phone} />
          </div>
        )}
        {show.isPending && <Searching />}
      </Section>
      {dialog?.kind === 'export' && <ExportDialog phone={dialog.phone} onClose={close} />}
      {dialog?.kind === 'erase' && (
        <EraseDialog
          phone={dialog.phone}
          // The old rows are gone: nothing of them stays on the screen.
          onErased={() => show.mutate(dialog.phone)}
          onClose={close}
        />
      )}
    </Page>
  );
}
