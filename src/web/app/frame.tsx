import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Notices } from '../ui/notices.tsx';
import { Breadcrumbs } from '../ui/page.tsx';
import { useMedia } from '../ui/use-media.ts';
import { breadcrumbOf } from './breadcrumb.ts';
import styles from './frame.module.css';
import { MenuDrawer } from './menu-drawer.tsx';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';
import { useStoredFlag } from './use-stored-flag.ts';

interface FrameProps {
  /** Somebody logged out in another tab: nobody reads here what the page still holds. */
  hidden: boolean;
  children: ReactNode;
}

/** Menu, top bar, page: the same on every screen; only the content scrolls. */
export function Frame({ hidden, children }: FrameProps) {
  const path = useRouterState({ select: (state) => state.location.pathname.replace(/\/+$/, '') });
  const wide = useStoredFlag('menuCollapsed');
  // On a tablet the open menu would take a third of the page: another choice, with another start.
  const tablet = useStoredFlag('menuCollapsedOnTablet', true);
  const [collapsed, setCollapsed] = useMedia('(width < 1024px)') ? tablet : wide;
  const [drawer, setDrawer] = useState(false);
  const narrow = useMedia('(width < 700px)');
  return (
    <div className={`${styles.frame} ${hidden ? styles.hidden : ''}`}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      {narrow ? (
        <MenuDrawer opened={drawer} path={path} onClose={() => setDrawer(false)} />
      ) : (
        <SideMenu path={path} collapsed={collapsed} onCollapse={setCollapsed} />
      )}
      <div className={styles.column}>
        <TopBar openMenu={narrow ? () => setDrawer(true) : undefined} />
        <Breadcrumbs value={breadcrumbOf(path)}>{children}</Breadcrumbs>
      </div>
      <Notices />
    </div>
  );
}
