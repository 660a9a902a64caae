import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type CallRecordStory, getCallRecord } from '#contract/call-record-story.ts';
import { api } from '#web/lib/api.ts';
import { formatPhone } from '#web/lib/format.ts';
import { linkSearch } from '#web/lib/link-search.ts';
import { formatRecordTime } from '#web/lib/local-time.ts';
import { ApiProblem } from '#web/lib/problem.ts';
import { queryKey } from '#web/lib/query.ts';
import { reportLink, reportPath } from '#web/lib/report-link.ts';
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { ChevronDownIcon, CloseIcon } from '#web/ui/icons.tsx';
import { MissingRecord } from '#web/ui/missing-record.tsx';
import { notify } from '#web/ui/notify.ts';
import { useTourStep } from '#web/ui/tour/use-tour.ts';
import styles from './drawer.module.css';
import { HeardMessage } from './heard-message.tsx';
import { OutcomeDot } from './outcome-words.tsx';
import { billing, headline, type StoryStep, storySteps } from './story-steps.ts';

interface DrawerProps {
  recordId: string;
  /** The records before and after it among the loaded rows. */
  previous: string | undefined;
  next: string | undefined;
  onOpen: (recordId: string) => void;
  onClose: () => void;
}

/** The whole story of a record, beside the rows; arrows, J and K step through them. */
export function RecordDrawer({ recordId, previous, next, onOpen, onClose }: DrawerProps) {
  const query = useQuery({
    queryKey: queryKey(getCallRecord, { recordId }),
    queryFn: ({ signal }) => api(getCallRecord, { params: { recordId }, query: {}, signal }),
    throwOnError: false,
  });
  const story = query.data;
  useTourStep('story', story !== undefined);
  const gone = query.error instanceof ApiProblem && query.error.status === 404;
  useStepKeys({ previous, next, onOpen, onClose });
  const close = useRef<HTMLButtonElement>(null);
  return (
    <aside className={styles.drawer} aria-label="Call record">
      <header className={styles.head}>
        <h2>{story ? formatPhone(story.record.phoneNumber) : 'Call record'}</h2>
        <IconButton
          label="Previous record"
          className={styles.up ?? ''}
          icon={ChevronDownIcon}
          reason={previous ? undefined : 'This is the first row.'}
          onClick={() => previous && onOpen(previous)}
        />
        <IconButton
          label="Next record"
          icon={ChevronDownIcon}
          reason={next ? undefined : 'This is the last row that is loaded.'}
          onClick={() => next && onOpen(next)}
        />
        <IconButton ref={close} label="Close the record" icon={CloseIcon} onClick={onClose} />
        <Button className={styles.back ?? ''} size="sm" variant="plain" onClick={onClose}>
          Back
        </Button>
      </header>
      {query.isPending && <p className={styles.quiet}>Loading ...</p>}
      {gone && (
        <MissingRecord
          what="This call record"
          back={{ label: 'Back to Call Detail Report', to: reportPath }}
        />
      )}
      {query.isError && !gone && (
        <p role="alert" className={styles.quiet}>
          The record could not be loaded. {messageOf(query.error)}{' '}
          <Button size="sm" onClick={() => void query.refetch()}>
            Retry
          </Button>
        </p>
      )}
      {story && <Story key={recordId} story={story} />}
    </aside>
  );
}

function Story({ story }: { story: CallRecordStory }) {
  const { record } = story;
  const name = [record.firstName, record.lastName].filter(Boolean).join(' ');
  const bill = billing(story);
  const isCall = record.callTypeName !== 'Text';
  return (
    <>
      <div className={styles.body}>
        <p className={styles.person}>
          {name || 'No name'} <span>{record.externalId}</span>
        </p>
        <p className={styles.outcome}>
          <OutcomeDot outcome={record.outcome}>{headline(story)}</OutcomeDot>
        </p>
        <p className={styles.quiet}>{formatRecordTime(record.startTime).split(' ')[0]}</p>
        <ol className={styles.steps}>
          {storySteps(story).map((step, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a record never move
            <Step key={at} step={step} story={story} name={name} />
          ))}
        </ol>
        {isCall && (
          <p className={styles.bill}>
            {bill.words} <strong>{bill.cost}</strong>
          </p>
        )}
      </div>
      <footer className={styles.foot}>
        <Link to={`/main/number/${record.phoneNumber}`} className={buttonClass({ size: 'sm' })}>
          Why this number
        </Link>
        <Link
          {...reportLink({ phoneNumber: record.phoneNumber })}
          className={buttonClass({ size: 'sm' })}
        >
          All calls to it
        </Link>
        <Button size="sm" onClick={() => void copyLink(record.recordId)}>
          Copy link
        </Button>
      </footer>
    </>
  );
}

interface StepProps {
  step: StoryStep;
  story: CallRecordStory;
  name: string;
}

function Step({ step, story, name }: StepProps) {
  const time = formatRecordTime(step.at ?? null)
    .split(' ')
    .slice(1)
    .join(' ');
  return (
    <li className={styles.step}>
      <time dateTime={step.at}>{time}</time>
      <div>
        <p>{step.title}</p>
        {step.detail && (
          <p className={styles.quiet}>
            {step.detail}{' '}
            {step.rules && (
              <Link to={`/main/number/${story.record.phoneNumber}`} search={linkSearch({})}>
                All rules
              </Link>
            )}
          </p>
        )}
        {step.words && <blockquote>{step.words}</blockquote>}
        {step.heardMs !== undefined && (
          <HeardMessage story={story} name={name} heardMs={step.heardMs} />
        )}
      </div>
    </li>
  );
}

async function copyLink(recordId: string): Promise<void> {
  const address = new URL(location.href);
  address.search = '';
  address.searchParams.set('open', recordId);
  try {
    await navigator.clipboard.writeText(address.href);
    notify({ text: 'The link to this record was copied.' });
  } catch {
    notify({ text: `The browser does not allow copying. The link is ${address.href}` });
  }
}

interface StepKeys {
  previous: string | undefined;
  next: string | undefined;
  onOpen: (recordId: string) => void;
  onClose: () => void;
}

/** J and K, and the arrows where no field or list takes them; Escape closes. */
function useStepKeys(keys: StepKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : document.body;
      const typing = target.closest('input, select, textarea, dialog, [role=menu], [role=slider]');
      if (typing) return;
      const { previous, next, onOpen, onClose } = latest.current;
      const step = { j: next, ArrowDown: next, k: previous, ArrowUp: previous }[event.key];
      if (event.key === 'Escape') {
        event.preventDefault();
        onClose();
      } else if (step) {
        event.preventDefault();
        onOpen(step);
      }
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
