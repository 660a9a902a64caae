import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  type OwnSession,
} from '#contract/session.ts';
import { api } from '#web/lib/api.ts';
import { formatLocalDateTime } from '#web/lib/local-time.ts';
import { queryKey } from '#web/lib/query.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/load-failure.tsx';
import { notify } from '#web/ui/notify.ts';
import styles from './sessions.module.css';

/** Where the manager is logged in; each session can be ended. */
export function Sessions() {
  const client = useQueryClient();
  const read = useQuery({
    queryKey: queryKey(listOwnSessions),
    queryFn: ({ signal }) => api(listOwnSessions, { signal }),
  });
  const reload = () => client.invalidateQueries({ queryKey: queryKey(listOwnSessions) });
  const end = useMutation({
    mutationFn: ({ id }: OwnSession) => api(endOwnSession, { params: { id } }),
    onSuccess: (_, { browser }) => notify({ text: `The session in ${browser} has ended.` }),
    onSettled: reload,
  });
  const endOthers = useMutation({
    mutationFn: () => api(endOtherSessions),
    onSuccess: () => notify({ text: 'All other sessions have ended.' }),
    onSettled: reload,
  });
  const others = read.data?.filter(({ current }) => !current) ?? [];
  return (
    <div className={styles.sessions}>
      <h2>Where you are logged in</h2>
      <p className={styles.rule}>
        A session ends 12 hours after you last used it, and 24 hours after you logged in.
      </p>
      {read.data ? (
        <ul aria-label="Sessions">
          {read.data.map((session) => (
            <Row key={session.id} session={session} busy={end.isPending} onEnd={end.mutate} />
          ))}
        </ul>
      ) : (
        <Loading reads={[read]} />
      )}
      {others.length > 0 && (
        <div>
          <Button busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            End all other sessions
          </Button>
        </div>
      )}
    </div>
  );
}

interface RowProps {
  session: OwnSession;
  busy: boolean;
  onEnd: (session: OwnSession) => void;
}

function Row({ session, busy, onEnd }: RowProps) {
  const { browser, address, created, lastUsed, current } = session;
  const now = platformNow();
  return (
    <li className={styles.session}>
      <div>
        <div className={styles.browser}>{browser}</div>
        <div className={styles.facts}>
          {address && `From ${address}. `}
          Logged in {formatLocalDateTime(created, now)}.{' '}
          {current ? 'In use here.' : `Last used ${formatLocalDateTime(lastUsed, now)}.`}
        </div>
      </div>
      {!current && (
        <Button
          size="sm"
          aria-label={`End the session in ${browser}`}
          busy={busy}
          onClick={() => onEnd(session)}
        >
          End
        </Button>
      )}
    </li>
  );
}
