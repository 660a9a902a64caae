import { lazy, Suspense } from 'react';
import { useProofQuestion } from '../lib/proof.ts';

const ProveDialog = lazy(async () => ({
  default: (await import('../features/session/prove.tsx')).ProveDialog,
}));

/** Over any page, when the server asks for the password again. */
export function LazyProveDialog() {
  const question = useProofQuestion();
  return (
    question && (
      <Suspense>
        <ProveDialog answer={question.answer} />
      </Suspense>
    )
  );
}
