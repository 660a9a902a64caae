import { useState } from 'react';
import { formatPhone } from '#web/lib/format.ts';
import { useFullSsnRefusal } from '#web/lib/rights.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Checkbox } from '#web/ui/switch.tsx';
import { useExportPerson } from './use-person.ts';

interface ExportDialogProps {
  phone: string;
  onClose: () => void;
}

/** One file with every row and sound; the server asks for the password. */
export function ExportDialog({ phone, onClose }: ExportDialogProps) {
  const [fullSsn, setFullSsn] = useState(false);
  const refused = useFullSsnRefusal();
  const file = useExportPerson(phone, onClose);
  return (
    <FormDialog
      opened
      own
      title="Export"
      saveLabel="Export"
      dirty={fullSsn}
      saving={file.isPending}
      failure={file.error ? `The file was not made. ${messageOf(file.error)}` : undefined}
      onSave={() => file.mutate(fullSsn)}
      onClose={onClose}
    >
      <p>
        Everything kept about <strong>{formatPhone(phone)}</strong> as one JSON file: every row, and
        recordings as base64.
      </p>
      <Checkbox
        label="Include full SSN"
        hint={refused ?? 'Each export is recorded in the audit log under your name.'}
        disabled={refused !== undefined}
        checked={fullSsn}
        onChange={setFullSsn}
      />
    </FormDialog>
  );
}
