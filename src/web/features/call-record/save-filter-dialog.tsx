import { useState } from 'react';
import type { ReportFilterSaved } from '#contract/report-filter.ts';
import { reportFilterTexts } from '#contract/report-filter.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface SaveFilterDialogProps {
  title: string;
  name: string;
  save: (name: string) => Promise<ReportFilterSaved>;
  onClose: () => void;
}

/** Asks for the name under which the filters are saved. */
export function SaveFilterDialog({ title, name: before, save, onClose }: SaveFilterDialogProps) {
  const [name, setName] = useState(before);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [saving, setSaving] = useState(false);
  const missing = name.trim() === '' ? reportFilterTexts.nameMissing : undefined;
  const run = async () => {
    setSaving(true);
    setFailure(undefined);
    try {
      await save(name.trim());
      onClose();
    } catch (error) {
      setFailure(messageOf(error));
      setSaving(false);
    }
  };
  return (
    <FormDialog
      own
      opened
      title={title}
      saving={saving}
      failure={failure}
      problems={[missing]}
      dirty={name !== before}
      onSave={() => void run()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        maxLength={80}
        autoComplete="off"
        value={name}
        onChange={setName}
        error={missing}
      />
      <p>
        Only you see it. Days such as Today move on; an SSN or a date of birth is not saved with it.
      </p>
    </FormDialog>
  );
}
