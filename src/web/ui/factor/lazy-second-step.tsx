import { lazy, Suspense } from 'react';
import type { SecondStepProps } from './sign-in-step.tsx';

const SecondStep = lazy(async () => ({
  default: (await import('./sign-in-step.tsx')).SecondStep,
}));

/** Its code is loaded by those who have a second factor. */
export function LazySecondStep(props: SecondStepProps) {
  return (
    <Suspense>
      <SecondStep {...props} />
    </Suspense>
  );
}
