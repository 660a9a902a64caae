import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type NumberEntry, type NumberStory, numberTexts, readNumber } from '#contract/number.ts';
import { blockNumber } from '#web/lib/block-number.ts';
import { formatNumber, formatPhone } from '#web/lib/format.ts';
import { numberHref } from '#web/lib/number-link.ts';
import { counted } from '#web/lib/plural.ts';
import { ApiProblem } from '#web/lib/problem.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { toPlatformTime, useSimulation } from '#web/lib/simulation.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { reportError } from '#web/ui/error-modal.tsx';
import { ClockIcon, EllipsisIcon } from '#web/ui/icons.tsx';
import { LiveIndicator } from '#web/ui/live-indicator.tsx';
import { LoadingPage } from '#web/ui/load-failure.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { notify } from '#web/ui/notify.ts';
import { Page } from '#web/ui/page.tsx';
import { FileIcon } from '#web/ui/screen-icons.tsx';
import { useTourStep } from '#web/ui/tour/use-tour.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { standingOf } from './entry-words.ts';
import { noteWords } from './note-words.ts';
import { keyOfEntry, NowList } from './now-list.tsx';
import styles from './number.module.css';
import { PastList } from './past-list.tsx';
import { regionsOf } from './regions.ts';
import { RulesList } from './rules-list.tsx';
import { useNumber } from './use-number.ts';

/** `/main/number/13025550148`: why this number is or is not called. */
export function NumberPage() {
  const { phone = '' } = useParams({ strict: false }) as { phone?: string };
  // An invalid number has no story to ask for.
  if (numberHref(phone) === undefined) return <NoTrace phone={phone} />;
  return <OneNumber key={phone} phone={phone} />;
}

function OneNumber({ phone }: { phone: string }) {
  const number = useNumber(phone);
  const { data, error } = number;
  useTourStep('why', data !== undefined);
  if (!data && error) {
    if (error instanceof ApiProblem && error.status === 404) return <NoTrace phone={phone} />;
  }
  if (!data) {
    const read = { isError: error !== null, error, data, refetch: number.retry };
    return <LoadingPage title={formatPhone(phone)} reads={[read]} />;
  }
  return <Story story={data} live={<LiveIndicator {...number} />} />;
}

function NoTrace({ phone }: { phone: string }) {
  const known = numberHref(phone) !== undefined;
  return (
    <Page title={known ? formatPhone(phone) : 'Number'} divided>
      <div className={styles.noTrace}>
        <strong>{known ? 'Nothing is known about this number' : numberTexts.invalid}</strong>
        {known && (
          <p>
            It is on no contact list, was not called or texted, sent no text, and is not on the
            do-not-call list.
          </p>
        )}
      </div>
    </Page>
  );
}

function Story({ story, live }: { story: NumberStory; live: React.ReactNode }) {
  // Drawn again when the platform's clock becomes known.
  useSimulation();
  const now = toPlatformTime(new Date(useNow(15_000))).getTime();
  const [chosen, choose] = useState<string>();
  const asked = story.entries.filter(({ rules }) => rules.length > 0);
  const entry = asked.find((one) => keyOfEntry(one) === chosen) ?? firstAsked(asked);
  return (
    <Page
      title={formatPhone(story.phone)}
      sentence={whoWords(story)}
      times
      actions={<Actions story={story} live={live} />}
      layout="fill"
    >
      <div className={styles.screen}>
        <Head story={story} now={now} />
        <div className={styles.columns}>
          <div className={styles.left}>
            <NowList
              story={story}
              now={now}
              chosen={entry}
              onChoose={(one) => choose(keyOfEntry(one))}
            />
            {entry && <RulesList entry={entry} now={now} />}
          </div>
          <PastList story={story} now={now} />
        </div>
      </div>
    </Page>
  );
}

/** The one that is shown first: what can be called, then what waits. */
function firstAsked(asked: readonly NumberEntry[]): NumberEntry | undefined {
  const rank = { call: 0, wait: 1, bar: 2, done: 3 };
  return asked.toSorted((a, b) => rank[a.verdict.kind] - rank[b.verdict.kind])[0];
}

/** "Ruth Kamaka, account HRO-1. On 6 lists, waits in 1." */
function whoWords({ entries, entryCount }: NumberStory): string {
  const [newest] = entries;
  if (!newest) return 'On no contact list.';
  const name = `${newest.firstName} ${newest.lastName}`.trim();
  const account = newest.externalId === '' ? '' : `account ${newest.externalId}`;
  const who = [name, account].filter((part) => part !== '').join(', ');
  const waits = entries.filter((entry) => ['call', 'wait'].includes(standingOf(entry))).length;
  // A follow-up is an entry of its own in its list.
  const lists = counted(new Set(entries.map(({ callListId }) => callListId)).size, 'list');
  const more = entryCount > entries.length ? ' or more' : '';
  return `${who === '' ? '' : `${who}. `}On ${lists}${more}, waits in ${formatNumber(waits)}.`;
}

function Head({ story, now }: { story: NumberStory; now: number }) {
  const { verdict, why } = noteWords(story, now);
  return (
    <div className={styles.top}>
      <p className={styles.note}>
        <ClockIcon />
        <span>
          <strong>{verdict}</strong> {why}
        </span>
      </p>
      <ul className={styles.regions} aria-label="Time zones it may be in">
        {regionsOf(story.zones, now).map((region) => (
          <li key={`${region.name} ${region.hours} ${region.because} ${region.rule}`}>
            <span className={styles.region}>{region.name}</span>
            <span className={styles.time}>
              {region.localTime} <small>{region.zoneName}</small>
            </span>
            <span className={styles.hours}>{region.hours}</span>
            <span className={styles.because}>{region.because}</span>
            {region.rule !== '' && <span className={styles.rule}>{region.rule}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Actions({ story, live }: { story: NumberStory; live: React.ReactNode }) {
  const narrow = useMedia('(width < 700px)');
  const [asking, ask] = useState(false);
  const block = useBlock(story.phone);
  const blocked = story.doNotCall ? 'The number is on the do-not-call list.' : undefined;
  const items = [
    { label: 'Copy link', onSelect: copyLink },
    {
      label: 'Add to Do Not Call',
      changes: true,
      onSelect: () => ask(true),
      reason: blocked,
    },
  ];
  return (
    <>
      {!narrow && live}
      {narrow ? (
        <span className={styles.menu}>
          <Menu label="Number" items={items}>
            <IconButton label="Actions" icon={EllipsisIcon} />
          </Menu>
        </span>
      ) : (
        <>
          <Button icon={FileIcon} onClick={copyLink}>
            Copy link
          </Button>
          <Button changes reason={blocked} onClick={() => ask(true)}>
            Add to Do Not Call
          </Button>
        </>
      )}
      <ConfirmDialog
        opened={asking}
        title="Add to Do Not Call"
        confirmLabel="Yes, Add"
        onConfirm={() => block.mutateAsync()}
        onClose={() => ask(false)}
      >
        {formatPhone(story.phone)} will no longer be called or texted. Its waiting entries will be
        barred permanently.
      </ConfirmDialog>
    </>
  );
}

function copyLink(): void {
  navigator.clipboard
    .writeText(window.location.href)
    .then(() => notify({ text: 'Link copied.' }), reportError);
}

function useBlock(phone: string) {
  const client = useQueryClient();
  const { clientId } = useManager();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: () => blockNumber(clientId, phone),
    onSuccess: async () => {
      notify({ text: `${formatPhone(phone)} will no longer be called or texted.` });
      await client.invalidateQueries({ queryKey: queryKey(readNumber) });
    },
  });
}
