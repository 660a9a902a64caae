import { createContext, type FormEvent, type ReactNode, useContext, useState } from 'react';

interface Scope {
  /** True once the user tried to save: every field then shows its error. */
  submitted: boolean;
  markSubmitted: () => void;
}

const FormScope = createContext<Scope>({ submitted: false, markSubmitted: () => undefined });

export function useFormScope(): Scope {
  return useContext(FormScope);
}

interface FormProps {
  /** Called when the user saves (button or Enter). It must check itself that everything is valid. */
  onSubmit: () => void;
  className?: string | undefined;
  id?: string | undefined;
  'aria-label'?: string;
  children: ReactNode;
}

/** A form whose fields show their errors after they lost the focus or after an attempt to save. */
export function Form({ onSubmit, children, ...rest }: FormProps) {
  const [submitted, setSubmitted] = useState(false);
  const markSubmitted = () => setSubmitted(true);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    markSubmitted();
    onSubmit();
  };
  return (
    <form noValidate onSubmit={submit} {...rest}>
      <FormScope value={{ submitted, markSubmitted }}>{children}</FormScope>
    </form>
  );
}
