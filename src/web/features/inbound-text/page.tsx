import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { DeskFilter, DeskText } from '#contract/inbound-desk.ts';
import { formatPhone } from '#web/lib/format.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import type { MenuItem } from '#web/ui/menu.tsx';
import { Page } from '#web/ui/page.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { columnsOf, easternTime, InboundTextCompact } from './columns.tsx';
import { DeskToolbar } from './desk-toolbar.tsx';
import { FinishDialog } from './finish-dialog.tsx';
import { withPending } from './made-decision.ts';
import { OptOutDialog } from './opt-out-dialog.tsx';
import { ThreadPanel } from './thread-panel.tsx';
import { useDecisions } from './use-decisions.ts';
import { useDeskActs, useDeskPage } from './use-desk.ts';
import { useDeskAddress } from './use-desk-address.ts';

/** What people replied to texts; `?textId=7` shows the thread of one. */
export function InboundTextPage() {
  const address = useDeskAddress();
  const { filter, find, sorting, textId, go } = address;
  const live = useDeskPage(address);
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
  const { total = 0, toFinish = 0 } = live.data ?? {};

  return (
    <Page
      title="Text Message Manager"
      sentence="Texts that people sent to your texting numbers. Anyone who opts out is no longer texted or called."
      actions={
        <Button changes reason={finishReason(total, toFinish)} onClick={() => setFinishing(true)}>
          Mark all as done
        </Button>
      }
      toolbar={<DeskToolbar address={address} live={live} />}
      aside={
        textId !== undefined && (
          <ThreadPanel
            key={textId}
            textId={textId}
            onPrevious={beside(-1)}
            onNext={beside(1)}
            decided={decisions.isPending(textId)}
            position={decisions.position}
            onDecide={decisions.onKey}
            onClose={() => go({ textId: undefined })}
          />
        )
      }
    >
      <DataTable
        label="Inbound Texts"
        returns
        columns={columnsOf(textId !== undefined && !wide, address.threadOf)}
        rows={rows}
        rowKey={(text) => text.id}
        rowName={(text) => `${formatPhone(text.phoneNumber)}, ${easternTime(text)}`}
        // Over all texts, of which this is a page.
        ordered={{ sorting, onSort: address.onSort }}
        selectedKey={textId}
        onOpen={(text) => go({ textId: text.id })}
        openOnPress
        tall
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
      <FinishDialog
        opened={finishing}
        total={total}
        toFinish={toFinish}
        onFinish={() => acts.finishAll(filter, find, live.data?.newest ?? 0)}
        onClose={() => setFinishing(false)}
      />
      <OptOutDialog text={stopping} onClose={() => setStopping(undefined)} />
    </Page>
  );
}

function finishReason(total: number, toFinish: number): string | undefined {
  if (total === 0) return 'There are no texts here.';
  return toFinish === 0 ? 'There is nothing to mark as done here.' : undefined;
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
    reason: text.standing === 'unclear' ? 'First decide whether it is an opt-out.' : undefined,
    onSelect: () => void acts.finish([text.id], !text.done),
  };
  // A decision, too, makes a text done, and is not taken back here.
  const acted = text.toDo || (text.done && text.standing === 'none') ? [opened, finish] : [opened];
  if (text.standing === 'optOut' || text.standing === 'unclear') return acted;
  return [
    ...acted,
    { label: 'Opt this number out', danger: true, separated: true, onSelect: () => onStop(text) },
  ];
}

function emptyOf(filter: DeskFilter, find: string, showAll: () => void) {
  if (filter === 'all' && find === '') {
    return {
      title: 'No inbound texts yet',
      sentence:
        'Replies to your text campaigns appear here automatically. Start a text campaign first.',
      action: (
        <Link to="/main/campaigns/texting" className={buttonClass({ size: 'sm' })}>
          Open Texting
        </Link>
      ),
    };
  }
  return {
    title: find === '' ? 'Nothing here' : 'No texts found',
    action: (
      <Button size="sm" onClick={showAll}>
        Show all
      </Button>
    ),
  };
}
