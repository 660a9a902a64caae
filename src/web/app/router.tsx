import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { noteNavigation } from '../lib/list-position.ts';
import { keepToStoredRecord } from '../lib/session.ts';
import { lazyPage } from './lazy-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PageError } from './page-error.tsx';
import { queryClient } from './query-client.ts';
import { Root } from './root.tsx';
import { entryRoutes, homePath, pageRoutes } from './routes.ts';

const root = createRootRoute({
  component: Root,
  beforeLoad: ({ preload }) => {
    if (!preload) keepToStoredRecord();
  },
});

const pages = [...pageRoutes, ...entryRoutes].map((page) =>
  createRoute({
    getParentRoute: () => root,
    path: page.path,
    component: lazyPage(page, queryClient),
  }),
);

const unknownPage = createRoute({
  getParentRoute: () => root,
  path: '/main/$',
  beforeLoad: ({ params }) => {
    // `/main` itself is the address of the product's crumb, not an unknown page.
    if (!params._splat) throw redirect({ to: homePath, replace: true });
  },
  component: NotFoundPage,
});

const anywhereElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: homePath, replace: true });
  },
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: homePath, replace: true });
  },
});

/** A screen's code loads on hover or focus of its link. */
export const router = createRouter({
  routeTree: root.addChildren([...pages, unknownPage, home, anywhereElse]),
  defaultPreload: 'intent',
  defaultPreloadDelay: 30,
  defaultErrorComponent: PageError,
  defaultPendingMs: 300,
  // The documents give the addresses in lower case: /main/Manager is not one of them.
  caseSensitive: true,
  scrollRestoration: false,
});

router.history.subscribe(({ action }) =>
  noteNavigation(action.type !== 'PUSH' && action.type !== 'REPLACE'),
);
