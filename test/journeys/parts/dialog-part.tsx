import { useState } from 'react';
import { Button } from '../../../src/web/ui/button.tsx';
import { FormDialog } from '../../../src/web/ui/form-dialog.tsx';
import { Page, Section } from '../../../src/web/ui/page.tsx';
import { TextField } from '../../../src/web/ui/text-field.tsx';

/** A form in a dialog that keeps the name it saved. */
export function DialogPart() {
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const [saved, setSaved] = useState('nothing');
  const problem = name.trim() ? undefined : 'Name is Required';
  return (
    <Page title="Dialog" sentence={`Saved: ${saved}`}>
      <Section>
        <Button onClick={() => setOpened(true)}>Add</Button>
        <FormDialog
          opened={opened}
          title="New list"
          dirty={name !== ''}
          problems={[problem]}
          onClose={() => {
            setName('');
            setOpened(false);
          }}
          onSave={() => {
            setSaved(name);
            setOpened(false);
          }}
        >
          <TextField label="Name" required value={name} error={problem} onChange={setName} />
        </FormDialog>
      </Section>
    </Page>
  );
}
