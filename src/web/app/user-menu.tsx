import { useNavigate } from '@tanstack/react-router';
import { useRefusal } from '../lib/rights.ts';
import { useManager } from '../lib/session.ts';
import { platformNow } from '../lib/simulation.ts';
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../lib/theme-choice.ts';
import { browserZoneName, chooseZone, useZoneChoice, type ZoneChoice } from '../lib/zone.ts';
import { ChevronDownIcon } from '../ui/icons.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { askToStopEverything } from '../ui/run/run-question.ts';
import { useShowTour, useTour } from '../ui/tour/use-tour.ts';
import { leave } from './leave.ts';
import { homePath, profilePath } from './routes.ts';
import styles from './top-bar.module.css';

/** The user's name, which opens the profile; theme and time zone of the console; LOGOUT. */
export function UserMenu() {
  const { name, userName } = useManager();
  const navigate = useNavigate();
  const theme = useThemeChoice();
  const themeItem = (label: string, value: ThemeChoice, separated = false): MenuItem => ({
    label,
    separated,
    checked: theme === value,
    onSelect: () => chooseTheme(value),
  });
  const refusal = useRefusal('administrator');
  const zone = useZoneChoice();
  const zoneItem = (label: string, value: ZoneChoice, separated = false): MenuItem => ({
    label,
    separated,
    checked: zone === value,
    onSelect: () => chooseZone(value),
  });
  const tour = useTour();
  const show = useShowTour();
  const items = [
    {
      label: name || userName,
      hint: 'User Profile',
      onSelect: () => void navigate({ to: profilePath }),
    },
    themeItem('Theme: match system', 'auto', true),
    themeItem('Theme: light', 'light'),
    themeItem('Theme: dark', 'dark'),
    zoneItem('Times: Eastern Time', 'eastern', true),
    zoneItem(`Times: this browser's (${browserZoneName(platformNow())})`, 'browser'),
    ...(tour?.putAway
      ? [
          {
            label: 'Try this',
            separated: true,
            onSelect: () => {
              show.mutate('back');
              void navigate({ to: homePath });
            },
          },
        ]
      : []),
    ...(refusal
      ? []
      : [{ label: 'Stop everything …', separated: true, onSelect: askToStopEverything }]),
    { label: 'LOGOUT', separated: true, onSelect: leave },
  ];
  return (
    <Menu label={`${name || userName}: profile, theme, times and log out`} items={items}>
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

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = words[0] ?? '';
  const last = words.length > 1 ? (words[words.length - 1] ?? '') : '';
  return (first.charAt(0) + last.charAt(0)).toUpperCase();
}
