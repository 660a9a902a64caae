import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import '../../../src/web/ui/theme.css';
import '../../../src/web/ui/base.css';
import { DialogPart } from './dialog-part.tsx';
import { FieldPart } from './field-part.tsx';
import { LivePart } from './live-part.tsx';
import { NoticePart } from './notice-part.tsx';
import { TablePart } from './table-part.tsx';

/** A page of shared parts for their journeys; it is not shipped. `?part=table&rows=10000` */
const asked = new URLSearchParams(location.search);
const parts: Record<string, () => React.ReactNode> = {
  table: () => <TablePart count={Number(asked.get('rows') ?? 20)} state={asked.get('state')} />,
  dialog: DialogPart,
  field: FieldPart,
  live: LivePart,
  notice: NoticePart,
};
const Part = parts[asked.get('part') ?? 'table'] ?? DialogPart;

const router = createRouter({
  routeTree: createRootRoute({ component: Part, notFoundComponent: Part }),
});
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
