import { Button, type ButtonProps } from './button.tsx';
import { useFormScope } from './form-scope.tsx';

interface SaveButtonProps extends Omit<ButtonProps, 'reason' | 'type' | 'variant'> {
  /** What is missing, in the order of the form; the first one is shown. Saves if there is none. */
  problems?: readonly (string | undefined | false)[];
  /** What it saves is the manager's own, so that those who can only read may, too. */
  own?: boolean;
}

/** The submit button of a form: off until everything is valid, and says what is missing. */
export function SaveButton({
  problems = [],
  own = false,
  children = 'Save',
  ...rest
}: SaveButtonProps) {
  const { markSubmitted } = useFormScope();
  return (
    <Button
      {...rest}
      changes={!own}
      type="submit"
      variant="filled"
      reason={firstProblem(problems)}
      // An attempt to save shows the errors in the fields.
      onRefused={markSubmitted}
    >
      {children}
    </Button>
  );
}

export function firstProblem(
  problems: readonly (string | undefined | false)[],
): string | undefined {
  return problems.find((problem): problem is string => Boolean(problem));
}
