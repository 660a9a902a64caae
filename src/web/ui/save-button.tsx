import { Button, type ButtonProps } from './button.tsx';
import { useFormScope } from './form-scope.tsx';

interface SaveButtonProps extends Omit<ButtonProps, 'reason' | 'type' | 'variant'> {
  /** What is missing, in the order of the form; the first sentence is said. None: it saves. */
  problems?: readonly (string | undefined | false)[];
}

/** The submit button of a form: off until all holds, and says what is missing. */
export function SaveButton({ problems = [], children = 'Save', ...rest }: SaveButtonProps) {
  const { markSubmitted } = useFormScope();
  return (
    <Button
      {...rest}
      type="submit"
      variant="filled"
      reason={firstProblem(problems)}
      // A try to save shows in the fields what is missing.
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
