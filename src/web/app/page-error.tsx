import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CodeError, serverIsUp } from '../lib/load-code.ts';
import { ErrorCard } from '../ui/error-card.tsx';
import { pageRoutes } from './routes.ts';

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
  return <ErrorCard error={error} retry={() => void retry()} back={useWayBack()} />;
}

/** From an address of one record, or of a page inside another one, to its list. */
function useWayBack() {
  const { pathname, search } = useRouterState({ select: (state) => state.location });
  const page = pageRoutes.find(({ path }) => path === pathname);
  if (!page) return undefined;
  const list = page.parent ? pageRoutes.find(({ path }) => path === page.parent) : page;
  const onItsList = list === page && Object.keys(search).length === 0;
  if (!list || onItsList) return undefined;
  return { label: `Back to ${backNames[list.path] ?? list.label}`, to: list.path };
}

/** Where the label in the menu needs its group to be understood. */
const backNames: Record<string, string> = {
  '/main/messages/voicemessages': 'Voice Messages',
  '/main/messages/textmessages': 'Text Messages',
  '/main/campaigns/dialer': 'Campaigns',
  '/main/campaigns/texting': 'Text Campaigns',
};

const reloadedKey = 'reloadedForCode';

/** The build was replaced: this tab reloads to get the new one, once for each address. */
function reloadOnce(): void {
  if (sessionStorage.getItem(reloadedKey) === location.href) return;
  sessionStorage.setItem(reloadedKey, location.href);
  location.reload();
}
