import { Button } from './button.tsx';
import styles from './error.module.css';
import { messageOf } from './error-message.ts';

interface ErrorCardProps {
  error: unknown;
  /** Tries to load the page again. */
  retry?: () => void;
}

/** In place of a page that could not be loaded. */
export function ErrorCard({ error, retry }: ErrorCardProps) {
  return (
    <main id="content" tabIndex={-1} className={styles.place}>
      <section className={styles.card} role="alert">
        <h1>Something went wrong and the page could not be loaded</h1>
        <p>
          See whether the platform is up on the{' '}
          <a href="/status" target="_blank" rel="noopener">
            status page
          </a>
          .
        </p>
        <textarea readOnly rows={3} aria-label="Error message" value={messageOf(error)} />
        {retry && <Button onClick={retry}>Try again</Button>}
      </section>
    </main>
  );
}
