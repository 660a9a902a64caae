import { createContext, type FormEvent, type ReactNode, useContext, useState } from 'react';

/** True once the user tried to save: every field then shows its error, left or not. */
const Submitted = createContext(false);

export function useSubmitted(): boolean {
  return useContext(Submitted);
}

interface FormProps {
  /** Called when the user saves (button or Enter). It decides itself whether all is valid. */
  onSubmit: () => void;
  className?: string | undefined;
  id?: string | undefined;
  'aria-label'?: string;
  children: ReactNode;
}

/** A form whose fields show their errors after they were left or after a try to save. */
export function Form({ onSubmit, children, ...rest }: FormProps) {
  const [submitted, setSubmitted] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setSubmitted(true);
    onSubmit();
  };
  return (
    <form noValidate onSubmit={submit} {...rest}>
      <Submitted value={submitted}>{children}</Submitted>
    </form>
  );
}
