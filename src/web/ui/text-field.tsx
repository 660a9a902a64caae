import { type ComponentPropsWithRef, type ReactNode, useState } from 'react';
import { IconButton } from './button.tsx';
import styles from './field.module.css';
import { controlProps, FieldFrame, type FieldProps, inputPropsOf, useField } from './field.tsx';
import { EyeIcon, EyeOffIcon, type Icon, SearchIcon } from './icons.tsx';

type InputProps = Omit<
  ComponentPropsWithRef<'input'>,
  'size' | 'value' | 'onChange' | keyof FieldProps
>;

export interface TextFieldProps extends FieldProps, InputProps {
  value: string;
  onChange: (value: string) => void;
  /** A quiet unit inside at the right: "s". */
  unit?: ReactNode;
  /** An icon inside at the left. */
  icon?: Icon;
}

export function TextField({
  value,
  onChange,
  onBlur,
  unit,
  icon: Before,
  ...props
}: TextFieldProps) {
  const field = useField(props);
  return (
    <FieldFrame field={field} given={props}>
      <div className={styles.wrap}>
        <input
          type="text"
          {...inputPropsOf(props)}
          {...controlProps(field, props)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={(event) => {
            field.leave(event);
            onBlur?.(event);
          }}
        />
        {Before && (
          <span className={styles.before}>
            <Before />
          </span>
        )}
        {unit && <span className={styles.after}>{unit}</span>}
      </div>
    </FieldFrame>
  );
}

/** A password with a toggle that shows it. */
export function PasswordField({ value, onChange, onBlur, ...props }: TextFieldProps) {
  const field = useField(props);
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame field={field} given={props}>
      <div className={styles.wrap}>
        <input
          {...inputPropsOf(props)}
          {...controlProps(field, props)}
          type={shown ? 'text' : 'password'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={(event) => {
            field.leave(event);
            onBlur?.(event);
          }}
        />
        <IconButton
          className={styles.action ?? ''}
          label={shown ? 'Hide password' : 'Show password'}
          icon={shown ? EyeOffIcon : EyeIcon}
          onClick={() => setShown(!shown)}
        />
      </div>
    </FieldFrame>
  );
}

interface SearchFieldProps {
  /** Also the placeholder: "Find by name or campaign". */
  label: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
}

export function SearchField({ label, ...rest }: SearchFieldProps) {
  return (
    <TextField
      {...rest}
      type="search"
      label={label}
      hideLabel
      placeholder={label}
      size="sm"
      className={styles.search}
      icon={SearchIcon}
    />
  );
}

export interface TextAreaFieldProps
  extends FieldProps,
    Omit<ComponentPropsWithRef<'textarea'>, 'value' | 'onChange' | keyof FieldProps> {
  value: string;
  onChange: (value: string) => void;
}

export function TextAreaField({ value, onChange, onBlur, ...props }: TextAreaFieldProps) {
  const field = useField(props);
  return (
    <FieldFrame field={field} given={props}>
      <textarea
        rows={3}
        {...inputPropsOf(props)}
        {...controlProps(field, props)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={(event) => {
          field.leave(event);
          onBlur?.(event);
        }}
      />
    </FieldFrame>
  );
}
