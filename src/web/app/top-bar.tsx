import { IconButton } from '../ui/button.tsx';
import { MenuIcon } from '../ui/icons.tsx';
import { Mark } from '../ui/mark.tsx';
import { LazyReportDownloads } from './lazy-report-downloads.tsx';
import { LongWorkButton } from './long-work-button.tsx';
import { PaletteButton } from './palette-button.tsx';
import styles from './top-bar.module.css';
import { UserMenu } from './user-menu.tsx';

interface TopBarProps {
  /** Below 700 px: opens the menu. */
  openMenu: (() => void) | undefined;
}

export function TopBar({ openMenu }: TopBarProps) {
  return (
    <header className={styles.bar}>
      {openMenu && (
        <div className={styles.brand}>
          <IconButton label="Open menu" icon={MenuIcon} iconSize={18} onClick={openMenu} />
          <Mark height={22} />
          <span>Carillon</span>
        </div>
      )}
      {!openMenu && <PaletteButton iconOnly={false} />}
      <div className={styles.end}>
        {openMenu && <PaletteButton iconOnly />}
        <LongWorkButton />
        <LazyReportDownloads />
        <UserMenu />
      </div>
    </header>
  );
}
