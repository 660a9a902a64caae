import { useQuery } from '@tanstack/react-query';
import { type FollowUpWay, type ListWays, readListWays } from '#contract/follow-up-state.ts';
import { madeRuleSentence } from '#domain/follow-up/rule-words.ts';
import { api } from '#web/lib/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import styles from './page.module.css';

interface WaysDialogProps {
  callListId: number;
  onClose: () => void;
}

/** Milliseconds: the engine makes follow-ups while somebody looks. */
const every = 5_000;

/** How far each way of a list's numbers has come: which follow-up, and how many wait, are done, ended. */
export function WaysDialog({ callListId, onClose }: WaysDialogProps) {
  const { clientId } = useManager();
  const query = useQuery({
    queryKey: queryKey(readListWays, { callListId, clientId }),
    queryFn: ({ signal }) =>
      api(readListWays, { params: { id: callListId }, query: { clientId }, signal }),
    refetchInterval: every,
    throwOnError: false,
  });
  const { data } = query;
  return (
    <Dialog
      opened
      size="lg"
      title="Follow-ups"
      onClose={onClose}
      footer={
        <Button variant="filled" onClick={onClose}>
          Ok
        </Button>
      }
    >
      {query.isError && (
        <ErrorBand
          action={
            <Button size="sm" onClick={() => void query.refetch()}>
              Retry
            </Button>
          }
        >
          {messageOf(query.error)}
        </ErrorBand>
      )}
      {query.isPending && <p className={styles.quiet}>Loading ...</p>}
      {data && <Ways list={data} />}
    </Dialog>
  );
}

function Ways({ list }: { list: ListWays }) {
  const { callListName, texts, ways } = list;
  if (ways.length === 0) {
    return <p className={styles.quiet}>The contact data of this list was deleted.</p>;
  }
  // Only of texts with such a rule: a column more is much on a phone.
  const awaits = ways.some(({ awaited }) => awaited > 0);
  return (
    <table className={`${styles.ways} ${awaits ? styles.awaits : ''}`}>
      <caption>{callListName}</caption>
      <thead>
        <tr>
          <th scope="col">Way</th>
          <th scope="col">Numbers</th>
          <th scope="col">Waiting</th>
          <th scope="col">In progress</th>
          {awaits && <th scope="col">No reply yet</th>}
          <th scope="col">Done</th>
          <th scope="col">{texts ? 'Delivered' : 'Reached'}</th>
          <th scope="col">Ended</th>
        </tr>
      </thead>
      <tbody>
        {ways.map((way) => (
          <tr key={keyOf(way)}>
            <th scope="row" style={{ paddingInlineStart: `${way.steps.length * 16}px` }}>
              {nameOf(way, texts)}
            </th>
            <td>{formatNumber(way.numbers)}</td>
            <td>{formatNumber(way.waiting)}</td>
            <td>{formatNumber(way.inProgress)}</td>
            {awaits && <td>{formatNumber(way.awaited)}</td>}
            <td>{formatNumber(way.done)}</td>
            <td>{formatNumber(way.reached)}</td>
            <td>{formatNumber(way.ended)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const keyOf = ({ steps }: FollowUpWay) =>
  steps.map(({ campaignId, ruleId }) => `${campaignId}-${ruleId}`).join(' ');

function nameOf({ steps }: FollowUpWay, texts: boolean): string {
  const last = steps.at(-1);
  if (!last) return texts ? 'First text' : 'First call';
  return madeRuleSentence(last);
}
