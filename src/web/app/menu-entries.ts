import type { ComponentType } from 'react';
import type { Needed } from '../lib/rights.ts';
import type { Icon } from '../ui/icons.tsx';
import { type PageRoute, pageRoutes } from './routes.ts';

interface MenuPage {
  label: string;
  path: string;
  /** Shown while the menu is collapsed. */
  icon?: Icon | undefined;
  badge?: ComponentType | undefined;
  /** Paths for which the entry is the current one: its own and those of its child pages. */
  covers: readonly string[];
}

/** A page by itself (`path`) or a group (`pages`). */
export interface MenuEntry {
  label: string;
  icon: Icon;
  needs?: Needed | undefined;
  path?: string;
  badge?: ComponentType | undefined;
  covers: readonly string[];
  pages: readonly MenuPage[];
}

/** The menu, made from the route table in its order. */
export const menuEntries: readonly MenuEntry[] = entriesOf(
  pageRoutes.filter((page) => page.parent === undefined && !page.ofUser && !page.ofRecord),
);

function entriesOf(pages: readonly PageRoute[]): MenuEntry[] {
  const entries: MenuEntry[] = [];
  for (const page of pages) {
    const { group, icon } = page;
    if (group) {
      const entry = entries.find(({ label }) => label === group.label);
      if (entry) entry.pages = [...entry.pages, menuPage(page)];
      else entries.push({ ...group, covers: [], pages: [menuPage(page)] });
    } else if (icon) {
      entries.push({ ...menuPage(page), icon, needs: page.needs, pages: [] });
    }
  }
  return entries;
}

function menuPage({ label, path, icon, badge }: PageRoute): MenuPage {
  const children = pageRoutes.filter((page) => page.parent === path);
  return { label, path, icon, badge, covers: [path, ...children.map((child) => child.path)] };
}
