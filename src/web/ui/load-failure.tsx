import { messageOf } from './error-message.ts';
import { AlertIcon } from './icons.tsx';
import styles from './load-failure.module.css';
import { Page, Section } from './page.tsx';

/** What a form or page needs to know of a read. */
export interface Read {
  isError: boolean;
  error: unknown;
  data: unknown;
  refetch: () => unknown;
}

interface LoadingPageProps {
  title: string;
  /** Everything that the page waits for. */
  reads: readonly Read[];
}

/** A page that still loads, or a row under its header that says why it could not. */
export function LoadingPage({ title, reads }: LoadingPageProps) {
  return (
    <Page title={title} divided>
      <Loading reads={reads} />
    </Page>
  );
}

/** The same in a page that has its header. */
export function Loading({ reads }: { reads: readonly Read[] }) {
  const failed = reads.filter(({ isError, data }) => isError && data === undefined);
  const [first] = failed;
  if (!first) return <Section>Loading ...</Section>;
  return (
    <LoadFailure
      sentence={`This page could not be loaded. ${messageOf(first.error)}`}
      retry={() => {
        for (const read of failed) void read.refetch();
      }}
    />
  );
}

interface LoadFailureProps {
  sentence: string;
  retry: () => void;
}

/** The error row of content that is not a table. */
export function LoadFailure({ sentence, retry }: LoadFailureProps) {
  return (
    <div role="alert" className={styles.row}>
      <AlertIcon />
      <span>{sentence}</span>
      <button type="button" onClick={retry}>
        Retry
      </button>
    </div>
  );
}
