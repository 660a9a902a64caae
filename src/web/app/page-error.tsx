import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CodeError, serverIsUp } from '../lib/load-code.ts';
import { ErrorCard } from '../ui/error-card.tsx';

/** Shown instead of a page whose code or first data could not be loaded. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const codeFailed = error instanceof CodeError;
  useEffect(() => {
    if (error instanceof CodeError && error.reloadHelps) reloadOnce();
  }, [error]);
  const retry = async () => {
    if (codeFailed && (await serverIsUp())) return location.reload();
    queries.reset();
    reset();
    void router.invalidate();
  };
  return <ErrorCard error={error} retry={() => void retry()} />;
}

const reloadedKey = 'reloadedForCode';

/** The build was replaced: this tab reloads to get the new one, once for each address. */
function reloadOnce(): void {
  if (sessionStorage.getItem(reloadedKey) === location.href) return;
  sessionStorage.setItem(reloadedKey, location.href);
  location.reload();
}
