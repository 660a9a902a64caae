import { logout } from '../../contract/session.ts';
import { api } from '../lib/api.ts';
import { signOut, useManager } from '../lib/session.ts';
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../lib/theme-choice.ts';
import { ChevronDownIcon } from '../ui/icons.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import styles from './top-bar.module.css';

/** The user's name, the look of the console, LOGOUT. */
export function UserMenu() {
  const { name, userName } = useManager();
  const theme = useThemeChoice();
  const look = (label: string, value: ThemeChoice, separated = false): MenuItem => ({
    label,
    separated,
    checked: theme === value,
    onSelect: () => chooseTheme(value),
  });
  const items = [
    look('Theme: as the system', 'auto'),
    look('Theme: light', 'light'),
    look('Theme: dark', 'dark'),
    { label: 'LOGOUT', separated: true, onSelect: leave },
  ];
  return (
    <Menu label={`${name || userName}: theme and log-out`} items={items} head={<UserHead />}>
      <button type="button" className={styles.user}>
        <span className={styles.avatar} aria-hidden="true">
          {initials(name || userName)}
        </span>
        <span className={styles.userName}>{name || userName}</span>
        <ChevronDownIcon className={styles.userChevron ?? ''} />
      </button>
    </Menu>
  );
}

function UserHead() {
  const { name, userName } = useManager();
  return (
    <>
      <strong>{name || userName}</strong>
      <div>{userName}</div>
    </>
  );
}

/** The stored record goes at once; the server hears of it if it can. */
function leave(): void {
  const farewell = api(logout);
  farewell.catch(() => undefined);
  signOut();
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = words[0] ?? '';
  const last = words.length > 1 ? (words[words.length - 1] ?? '') : '';
  return (first.charAt(0) + last.charAt(0)).toUpperCase();
}
