import { Link } from '@tanstack/react-router';
import { buttonClass } from './button.tsx';
import styles from './missing-record.module.css';
import { Page } from './page.tsx';

interface MissingRecordProps {
  /** "This campaign" */
  what: string;
  /** The documents' own words for it, where they have some. */
  said?: string;
  /** The way back: the list that the record would be in. */
  back: { label: string; to: string };
}

/** What an address shows whose record was deleted or never existed: never another record. */
export function MissingRecord({ what, said, back }: MissingRecordProps) {
  return (
    <div className={styles.missing} role="status">
      <strong>{what} was deleted or never existed</strong>
      {said && <p>{said}</p>}
      <Link to={back.to} className={buttonClass({ variant: 'filled' })}>
        {back.label}
      </Link>
    </div>
  );
}

/** The same as a page of its own. */
export function MissingPage({ title, ...rest }: MissingRecordProps & { title: string }) {
  return (
    <Page title={title} divided>
      <MissingRecord {...rest} />
    </Page>
  );
}
