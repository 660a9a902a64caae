import { useState } from 'react';
import { type DeskFilter, type DeskText, deskFilters } from '#contract/inbound-desk.ts';
import { counted } from '#domain/plural.ts';
import { formatPhone } from '#web/lib/format.ts';
import { useManager } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FilterTabs } from '#web/ui/filter-tabs.tsx';
import { LiveIndicator } from '#web/ui/live-indicator.tsx';
import type { MenuItem } from '#web/ui/menu.tsx';
import { Page } from '#web/ui/page.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import { SearchField } from '#web/ui/text-field.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { columnsOf, easternTime, InboundTextCompact } from './columns.tsx';
import type { DeskKey } from './decide-bar.tsx';
import { decide, type MadeDecision, usePendingDecisions } from './decisions.ts';
import { OptOutDialog } from './opt-out-dialog.tsx';
import styles from './page.module.css';
import { Pager } from './pager.tsx';
import { ThreadPanel } from './thread-panel.tsx';
import {
  useDeskActs,
  useDeskCounts,
  useDeskPage,
  useRefreshDesk,
  useUndecided,
} from './use-desk.ts';
import { useDeskAddress } from './use-desk-address.ts';

const labels: Record<DeskFilter, string> = {
  all: 'All',
  today: 'Today',
  unread: 'Unread',
  notDone: 'Not done',
  unclear: 'Unclear',
  optedOut: 'Opted out',
};

/** What people replied to texts; `?textId=7` shows the thread of one. */
export function InboundTextPage() {
  const { filter, find, page, textId, go } = useDeskAddress();
  const live = useDeskPage({ filter, find, page });
  const counts = useDeskCounts();
  const acts = useDeskActs();
  const [finishing, setFinishing] = useState(false);
  const [stopping, setStopping] = useState<DeskText>();
  const wide = useMedia('(width >= 1400px)');
  const decisions = useDecisions(textId, (next) => go({ textId: next }));
  const rows = live.data && withPending(live.data.texts, decisions.pending);
  const at = rows?.findIndex(({ id }) => id === textId) ?? -1;
  const beside = (step: number) => {
    const next = at < 0 ? undefined : rows?.[at + step];
    return next && (() => go({ textId: next.id }));
  };
  const total = live.data?.total ?? 0;

  return (
    <Page
      title="Text Message Manager"
      sentence="Texts that people sent to your texting numbers. Anyone who opts out is no longer texted or called."
      actions={
        <Button
          reason={total === 0 ? 'There are no texts here.' : undefined}
          onClick={() => setFinishing(true)}
        >
          Mark all as done
        </Button>
      }
      toolbar={
        <>
          <h2 className={styles.heading}>Inbound Texts</h2>
          <FilterTabs
            label="Inbound texts"
            tabs={deskFilters.map((id) => ({
              id,
              label: labels[id],
              ...(counts ? { count: counts[id] } : {}),
            }))}
            value={filter}
            onChange={(id) => go({ filter: id as DeskFilter, textId: undefined })}
          />
          <SearchField
            label="Find by number or words"
            value={find}
            onChange={(typed) => go({ find: typed })}
          />
          <div className={styles.end}>
            {live.data && (
              <Pager
                page={page}
                total={live.data.total}
                exact={live.data.exact}
                onPage={(next) => go({ page: next })}
              />
            )}
            {live.data && <LiveIndicator {...live} />}
          </div>
        </>
      }
      aside={
        textId !== undefined && (
          <ThreadPanel
            key={textId}
            textId={textId}
            onNewer={beside(-1)}
            onOlder={beside(1)}
            decided={decisions.isPending(textId)}
            place={decisions.place}
            onDecide={decisions.onKey}
            onClose={() => go({ textId: undefined })}
          />
        )
      }
    >
      <DataTable
        label="Inbound Texts"
        columns={columnsOf(textId !== undefined && !wide)}
        rows={rows}
        rowKey={(text) => text.id}
        rowName={(text) => `${formatPhone(text.phoneNumber)}, ${easternTime(text)}`}
        selectedKey={textId}
        onOpen={(text) => go({ textId: text.id })}
        openOnPress
        actions={(text) => actionsOf(text, { go, acts, onStop: setStopping })}
        maxHeight={{ small: 600, xl: 680 }}
        compact={(text) => <InboundTextCompact text={text} />}
        failure={refreshFailure({
          isError: live.connection === 'lost',
          refetch: live.retry,
          dataUpdatedAt: live.updatedAt?.getTime() ?? 0,
        })}
        empty={emptyOf(filter, find, () => go({ filter: 'all', find: '' }))}
      />
      <ConfirmDialog
        opened={finishing}
        title="Mark all as done"
        confirmLabel="Mark as done"
        onConfirm={() => acts.finishAll(filter, find, newestOf(rows))}
        onClose={() => setFinishing(false)}
      >
        {counted(total, 'text')} {total === 1 ? 'is' : 'are'} shown here. Texts that wait for a
        decision stay as they are.
      </ConfirmDialog>
      <OptOutDialog text={stopping} onClose={() => setStopping(undefined)} />
    </Page>
  );
}

const newestOf = (rows: readonly DeskText[] | undefined) =>
  (rows ?? []).reduce((newest, { id }) => Math.max(newest, id), 0);

/** What was decided a moment ago is shown as decided, although the server does not know it yet. */
function withPending(texts: readonly DeskText[], pending: readonly MadeDecision[]) {
  if (pending.length === 0) return texts;
  return texts.map((text): DeskText => {
    const made = pending.find(({ phone }) => phone === text.phoneNumber);
    if (!made || text.standing !== 'unclear') return text;
    return { ...text, standing: made.decision === 'optOut' ? 'optOut' : 'kept', done: true };
  });
}

/** The open text's question, and what comes after its answer. */
function useDecisions(textId: number | undefined, open: (textId: number | undefined) => void) {
  const { clientId } = useManager();
  const { texts } = useUndecided();
  const pending = usePendingDecisions();
  const refresh = useRefreshDesk();
  const left = texts.filter(
    ({ phoneNumber }) => !pending.some(({ phone }) => phone === phoneNumber),
  );
  const index = left.findIndex(({ id }) => id === textId);
  const onKey = (key: DeskKey, phone: string) => {
    if (textId === undefined) return;
    const others = left.filter(({ phoneNumber }) => phoneNumber !== phone);
    const after = left.slice(index + 1).find(({ phoneNumber }) => phoneNumber !== phone);
    const next = after ?? others[0];
    if (key !== 'later') {
      decide(
        { textId, phone, decision: key, clientId },
        { onUndo: () => open(textId), afterwards: () => void refresh() },
      );
    }
    // The last one stays open, and shows what was decided.
    if (next) open(next.id);
  };
  const opened = texts.find(({ id }) => id === textId);
  return {
    pending,
    onKey,
    place: { at: index + 1, total: left.length },
    isPending: (id: number) =>
      pending.some(
        (one) => one.textId === id || (opened?.id === id && opened.phoneNumber === one.phone),
      ),
  };
}

interface RowActs {
  go: ReturnType<typeof useDeskAddress>['go'];
  acts: ReturnType<typeof useDeskActs>;
  onStop: (text: DeskText) => void;
}

function actionsOf(text: DeskText, { go, acts, onStop }: RowActs): MenuItem[] {
  const opened = { label: 'Open', onSelect: () => go({ textId: text.id }) };
  const finish = {
    label: text.done ? 'Mark as not done' : 'Mark as done',
    reason: text.standing === 'unclear' ? 'Decide whether it is an opt-out.' : undefined,
    onSelect: () => void acts.finish([text.id], !text.done),
  };
  if (text.standing === 'optOut' || text.standing === 'unclear') return [opened, finish];
  return [
    opened,
    finish,
    { label: 'Opt this number out', danger: true, separated: true, onSelect: () => onStop(text) },
  ];
}

function emptyOf(filter: DeskFilter, find: string, showAll: () => void) {
  if (filter === 'all' && find === '') {
    return {
      title: 'No inbound texts yet',
      sentence: 'Replies to your text campaigns appear here automatically.',
    };
  }
  return {
    title: find === '' ? 'Nothing here' : 'No text was found',
    action: (
      <Button size="sm" onClick={showAll}>
        Show all
      </Button>
    ),
  };
}
