import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import { Link } from '@tanstack/react-router';
import styles from './notices.module.css';
import type { Notice } from './notify.ts';

/** The place of the notices; loaded by the frame after the first screen is up. */
export function Notices() {
  return <Notifications position="bottom-right" limit={4} containerWidth={400} />;
}

export function showNotice({ text, link, tone = 'plain' }: Notice): void {
  const id = notifications.show({
    withBorder: true,
    autoClose: link || tone === 'danger' ? false : 8_000,
    classNames: {
      root: tone === 'danger' ? `${styles.notice} ${styles.danger}` : (styles.notice ?? ''),
    },
    closeButtonProps: { 'aria-label': 'Close this notice' },
    message: (
      <div className={styles.words}>
        <span>{text}</span>
        {link && (
          <Link to={link.href} onClick={() => notifications.hide(id)}>
            {link.label}
          </Link>
        )}
      </div>
    ),
  });
}
