import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { refusalOf } from '../lib/rights.ts';
import { useSession } from '../lib/session.ts';
import { CollapseIcon, ExpandIcon, type Icon } from '../ui/icons.tsx';
import { Mark } from '../ui/mark.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { type MenuEntry, menuEntries } from './menu-entries.ts';
import { homePath } from './routes.ts';
import styles from './side-menu.module.css';

interface SideMenuProps {
  /** The path that is shown. */
  path: string;
  collapsed: boolean;
  /** Absent in the drawer, which is never collapsed. */
  onCollapse?: (collapsed: boolean) => void;
}

export function SideMenu({ path, collapsed, onCollapse }: SideMenuProps) {
  useSession();
  return (
    <div className={`${styles.menu} ${collapsed ? styles.collapsed : ''}`}>
      <nav aria-label="Main menu" className={styles.nav}>
        <Link to={homePath} className={styles.mark} aria-label="Carillon">
          <Mark height={22} />
          {!collapsed && <span>Carillon</span>}
        </Link>
        <ul className={styles.entries}>
          {menuEntries
            .filter(({ needs }) => !refusalOf(needs))
            .map((entry) => (
              <li key={entry.label}>
                <Entry entry={entry} path={path} collapsed={collapsed} />
              </li>
            ))}
        </ul>
      </nav>
      {onCollapse && (
        <CollapseButton collapsed={collapsed} onClick={() => onCollapse(!collapsed)} />
      )}
    </div>
  );
}

interface EntryProps {
  entry: MenuEntry;
  path: string;
  collapsed: boolean;
}

function Entry({ entry, path, collapsed }: EntryProps) {
  const { label, icon, badge, path: own, pages } = entry;
  if (collapsed) return <CollapsedEntry entry={entry} path={path} />;
  if (own !== undefined) {
    const current = entry.covers.includes(path);
    return <MenuLink to={own} label={label} icon={icon} badge={badge} current={current} />;
  }
  return (
    <>
      <div className={styles.group}>
        <EntryIcon icon={icon} />
        {label}
      </div>
      <ul aria-label={label}>
        {pages.map((page) => (
          <li key={page.path}>
            <MenuLink to={page.path} label={page.label} current={page.covers.includes(path)} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Collapsed: an icon for each page; its tooltip names the group too. */
function CollapsedEntry({ entry, path }: Omit<EntryProps, 'collapsed'>) {
  return (
    <>
      {(entry.pages.length > 0 ? entry.pages : [entry]).map((page) => {
        const label = entry.pages.length > 0 ? `${entry.label}: ${page.label}` : page.label;
        return (
          <Tooltip key={label} label={label} placement="right" isName>
            <Link
              to={page.path ?? homePath}
              aria-current={page.covers.includes(path) ? 'page' : undefined}
              className={styles.entry}
            >
              <EntryIcon icon={page.icon ?? entry.icon} />
              <span className="visually-hidden">{label}</span>
              {page.badge && <page.badge />}
            </Link>
          </Tooltip>
        );
      })}
    </>
  );
}

interface MenuLinkProps {
  to: string;
  label: string;
  icon?: Icon;
  badge?: ComponentType | undefined;
  current: boolean;
}

function MenuLink({ to, label, icon, badge: Badge, current }: MenuLinkProps) {
  return (
    <Link
      to={to}
      aria-current={current ? 'page' : undefined}
      className={`${styles.entry} ${icon ? '' : styles.nested}`}
    >
      {icon && <EntryIcon icon={icon} />}
      <span className={styles.label}>{label}</span>
      {Badge && <Badge />}
    </Link>
  );
}

function EntryIcon({ icon: Drawn }: { icon: Icon }) {
  return <Drawn size={18} />;
}

function CollapseButton({ collapsed, onClick }: { collapsed: boolean; onClick: () => void }) {
  const label = collapsed ? 'Expand menu' : 'Collapse menu';
  const Drawn = collapsed ? ExpandIcon : CollapseIcon;
  return (
    <Tooltip label={collapsed ? label : undefined} placement="right" isName>
      <button
        type="button"
        className={styles.collapse}
        aria-label={label}
        aria-expanded={!collapsed}
        onClick={onClick}
      >
        <Drawn size={18} />
        {!collapsed && label}
      </button>
    </Tooltip>
  );
}
