import type { ReactNode } from 'react';
import { Mark } from '#web/ui/mark.tsx';
import { CarillonPicture } from './carillon-picture.tsx';
import styles from './page.module.css';

/** What is shown before a session: the brand above its content, and the picture beside it. */
export function SessionFrame({ children }: { children: ReactNode }) {
  return (
    <main className={styles.page}>
      <div className={styles.half}>
        <div className={styles.column}>
          <p className={styles.brand}>
            <Mark height={27} />
            Carillon
          </p>
          {children}
        </div>
      </div>
      <div className={styles.picture}>
        <CarillonPicture />
      </div>
    </main>
  );
}
