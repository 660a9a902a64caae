import { counted } from '#web/lib/plural.ts';
import { Switch } from '#web/ui/switch.tsx';
import styles from './map.module.css';
import type { MappableField } from './mapping.ts';
import type { Sensitivity } from './sensitive.ts';

interface SensitiveBoxProps {
  field: MappableField;
  sensitivity: Sensitivity;
  onChange: (on: boolean) => void;
}

/** Whether the values of a custom field are sealed; for a fixed field, a warning that they are not. */
export function SensitiveBox({ field, sensitivity, onChange }: SensitiveBoxProps) {
  const { on, fixed, looks } = sensitivity;
  if (fixed && field.sensitive === undefined) {
    return (
      looks && <span className={styles.unsealed}>Looks like {looks}, but is not sealed here</span>
    );
  }
  return (
    <span className={styles.sensitive}>
      <Switch
        look="checkbox"
        label={
          <>
            Sensitive<span className="visually-hidden"> {field.label}</span>
          </>
        }
        checked={on}
        readOnly={fixed}
        onChange={onChange}
      />
      {looks && !fixed && <span>Looks like {looks}</span>}
    </span>
  );
}

/** What marking means, before it is done. */
export function SensitiveNote({ marked }: { marked: readonly MappableField[] }) {
  if (marked.length === 0) return null;
  const names = marked.map(({ label }) => label).join(', ');
  return (
    <p className={styles.sensitiveNote}>
      The upload makes {counted(marked.length, 'field')} sensitive: {names}. From then on their
      values are sealed in all lists and masked wherever they are shown or spoken. Only an
      administrator with the right to full SSNs can take that back.
    </p>
  );
}
