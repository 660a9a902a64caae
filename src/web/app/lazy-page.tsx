import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { RouteComponent } from '@tanstack/react-router';
import { codeQuery } from '../lib/load-code.ts';
import { useRefusal } from '../lib/rights.ts';
import { useZoneChoice } from '../lib/zone.ts';
import { Page as Framed, Section } from '../ui/page.tsx';
import type { PageRoute } from './routes.ts';

/** A screen whose code is loaded on the way to it; a failure shows the error card. */
export function lazyPage(
  { path, label, needs, load }: PageRoute,
  client: QueryClient,
): RouteComponent {
  const code = codeQuery(path, load);
  function LazyPage() {
    const { data: Page } = useQuery(code);
    // Every time on the page is written anew when the zone is switched.
    useZoneChoice();
    const refused = useRefusal(needs);
    if (refused)
      return (
        <Framed title={label}>
          <Section>{refused}</Section>
        </Framed>
      );
    return Page ? <Page /> : null;
  }
  /** The router calls it when a link is hovered or focused, and before it shows the page. */
  LazyPage.preload = () => client.prefetchQuery(code);
  return LazyPage;
}
