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
  /** What it edits, named in the browser's tab; '' while it is new. */
  thing: string;
  sentence: ReactNode;
  /** The form's name for screen readers. */
  label: string;
  className: string | undefined;
  /** "This … has unsaved changes." */
  what: string;
  onSubmit: () => void;
  onCancel: () => void;
  /** The right half: what the form means. It saves nothing, and is below a narrow form. */
  beside?: ReactNode;
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
  const fields = (
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
  );
  return (
    <Page
      title={title}
      thing={props.thing}
      crumb={title}
      onCrumbBack={onCancel}
      sentence={props.sentence}
      actions={narrow ? undefined : buttons}
      divided
      layout={props.beside ? 'fill' : 'flow'}
    >
      {props.beside ? <Halves left={fields} right={props.beside} /> : fields}
      <UnsavedDialog what={what} unsaved={form.unsaved} />
      <ConflictDialog conflict={form.conflict} />
    </Page>
  );
}

/** Two columns that scroll by themselves; one below the other where there is no room for both. */
function Halves({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <div className={styles.halves}>
      <div className={styles.columns}>
        <div className={styles.left}>{left}</div>
        <aside className={styles.right} aria-label="Summary">
          {right}
        </aside>
      </div>
    </div>
  );
}
