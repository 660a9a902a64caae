import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { linkSearch } from '../lib/link-search.ts';
import { IconButton } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import styles from './notices.module.css';
import { closeNotice, closeNoticesTo, useNotices } from './notify.ts';

/** The stack of notices, rendered once by the frame; screen readers announce each one. */
export function Notices() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => closeNoticesTo(path), [path]);
  return (
    <div className={styles.stack} role="status" aria-label="Notices">
      {useNotices().map(({ id, text, link, action, tone }) => (
        <div
          key={id}
          data-notice
          className={`${styles.notice} ${tone === 'danger' ? styles.danger : ''}`}
        >
          <span className={styles.text}>{text}</span>
          {link && (
            <Link
              to={link.href}
              search={linkSearch(link.search ?? {})}
              onClick={() => closeNotice(id)}
            >
              {link.label}
            </Link>
          )}
          {action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                closeNotice(id);
                action.onSelect();
              }}
            >
              {action.label}
            </button>
          )}
          <IconButton label="Close this notice" icon={CloseIcon} onClick={() => closeNotice(id)} />
        </div>
      ))}
    </div>
  );
}
