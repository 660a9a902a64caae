import type { Crumb } from '../ui/page.tsx';
import { homePath, type PageRoute, pageRoutes } from './routes.ts';

/** The crumbs of a path: the product, then groups and pages down to it. */
export function breadcrumbOf(path: string): readonly Crumb[] {
  const page = pageRoutes.find((route) => isAt(route, path));
  const product = { label: 'Carillon', path: path === homePath ? undefined : homePath };
  return [product, ...(page ? crumbsOf(page) : [])];
}

/** A path that names a record is that of each of them. */
function isAt({ path: route, ofRecord }: PageRoute, path: string): boolean {
  if (!ofRecord || !route.includes('$')) return route === path;
  return path.startsWith(route.slice(0, route.indexOf('$')));
}

function crumbsOf(page: PageRoute): readonly Crumb[] {
  const own = { label: page.crumb ?? page.label, path: page.path };
  if (page.group) return [{ label: page.group.label }, own];
  const parent = pageRoutes.find((route) => route.path === page.parent);
  return parent ? [...crumbsOf(parent), own] : [own];
}
