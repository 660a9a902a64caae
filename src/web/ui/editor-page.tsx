import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import styles from './editor-page.module.css';
import { Form } from './form-scope.tsx';
import { ErrorBand } from './notice-band.tsx';
import { Page, Section } from './page.tsx';
import { SaveButton } from './save-button.tsx';
import { UnsavedDialog } from './unsaved-dialog.tsx';
import type { DraftForm } from './use-draft-form.ts';
import { useEscape } from './use-escape.ts';
import { useMedia } from './use-media.ts';

interface EditorPageProps {
  form: Pick<DraftForm<never>, 'failure' | 'busy' | 'problems' | 'unsaved' | 'conflict'>;
  title: string;
  sentence: ReactNode;
  /** The form's name for screen readers. */
  label: string;
  className: string | undefined;
  /** "This … has unsaved changes." */
  what: string;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** A form that is a page of its own; below 700 px its buttons are at the end. */
export function EditorPage(props: EditorPageProps) {
  const { form, title, what, onCancel, children } = props;
  const formId = useId();
  const narrow = useMedia('(width < 700px)');
  useEscape(onCancel);
  const buttons = (
    <>
      <Button onClick={onCancel}>Cancel</Button>
      <SaveButton form={formId} busy={form.busy} problems={form.problems} />
    </>
  );
  return (
    <Page
      title={title}
      crumb={title}
      onCrumbBack={onCancel}
      sentence={props.sentence}
      actions={narrow ? undefined : buttons}
      divided
    >
      <Section>
        <Form
          id={formId}
          className={props.className}
          aria-label={props.label}
          onSubmit={props.onSubmit}
        >
          {form.failure && <ErrorBand>{form.failure}</ErrorBand>}
          {children}
          {narrow && <div className={styles.foot}>{buttons}</div>}
        </Form>
      </Section>
      <UnsavedDialog what={what} unsaved={form.unsaved} />
      <ConflictDialog conflict={form.conflict} />
    </Page>
  );
}
