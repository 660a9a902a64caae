import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from './button.tsx';
import styles from './error.module.css';
import { messageOf } from './error-message.ts';

interface ErrorCardProps {
  error: unknown;
  /** Tries to load the page again. */
  retry?: () => void;
  /** The way back, where the address is of one record: the list that it belongs to. */
  back?: { label: string; to: string } | undefined;
}

/** Shown instead of a page that could not be loaded. */
export function ErrorCard({ error, retry, back }: ErrorCardProps) {
  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      <section className={styles.card} role="alert">
        <h1>Something went wrong and the page could not be loaded</h1>
        <p>
          Check the{' '}
          <a href="/status" target="_blank" rel="noopener">
            status page
          </a>{' '}
          to see whether the platform is up.
        </p>
        <textarea readOnly rows={3} aria-label="Error message" value={messageOf(error)} />
        <div className={styles.buttons}>
          {retry && <Button onClick={retry}>Try again</Button>}
          {back && (
            <Link to={back.to} className={buttonClass({ variant: 'filled' })}>
              {back.label}
            </Link>
          )}
        </div>
      </section>
    </main>
  );
}
