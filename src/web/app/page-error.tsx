import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorCard } from '../ui/error-card.tsx';

/** In place of a page whose code or first data could not be loaded. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  return (
    <ErrorCard
      error={error}
      retry={() => {
        queries.reset();
        reset();
        void router.invalidate();
      }}
    />
  );
}
