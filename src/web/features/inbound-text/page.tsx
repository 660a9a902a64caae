import { useNavigate, useSearch } from '@tanstack/react-router';
import { mostInboundTexts } from '#contract/inbound-text.ts';
import { formatNumber, formatPhone } from '#web/lib/format.ts';
import { linkSearch } from '#web/lib/link-search.ts';
import { LiveIndicator } from '#web/ui/live-indicator.tsx';
import { Page } from '#web/ui/page.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import { columns, easternTime, InboundTextCompact } from './columns.tsx';
import styles from './page.module.css';
import { TextPanel } from './text-panel.tsx';
import { UndecidedTexts } from './undecided.tsx';
import { useInboundTexts } from './use-inbound-texts.ts';

/** What people replied to texts; `?textId=7` shows the whole of one. */
export function InboundTextPage() {
  const texts = useInboundTexts();
  const [textId, open] = useOpened();
  const rows = texts.data;
  const opened = rows?.find(({ id }) => id === textId);
  return (
    <Page
      title="Text Message Manager"
      sentence="Texts that people sent to your texting numbers. Anyone who opts out is no longer texted or called."
      toolbar={
        <>
          <h2 className={styles.heading}>Inbound Texts</h2>
          {rows && <LiveIndicator {...texts} />}
          {rows && rows.length >= mostInboundTexts && (
            <span className={styles.most}>
              Showing the newest {formatNumber(mostInboundTexts)} texts.
            </span>
          )}
        </>
      }
      aside={opened && <TextPanel key={opened.id} text={opened} onClose={() => open(undefined)} />}
    >
      <UndecidedTexts onOpen={(text) => open(text.id)} />
      <DataTable
        label="Inbound Texts"
        columns={columns}
        rows={rows}
        rowKey={(text) => text.id}
        rowName={(text) => `${formatPhone(text.phoneNumber)}, ${easternTime(text)}`}
        selectedKey={opened?.id}
        onOpen={(text) => open(text.id)}
        openOnPress
        maxHeight={{ small: 600, xl: 680 }}
        compact={(text) => <InboundTextCompact text={text} />}
        failure={refreshFailure({
          isError: texts.connection === 'lost',
          refetch: texts.retry,
          dataUpdatedAt: texts.updatedAt?.getTime() ?? 0,
        })}
        empty={{
          title: 'No inbound texts yet',
          sentence: 'Replies to your text campaigns appear here automatically.',
        }}
      />
    </Page>
  );
}

function useOpened() {
  const navigate = useNavigate();
  const { textId } = useSearch({ strict: false }) as { textId?: unknown };
  const open = (id: number | undefined) => {
    void navigate({
      to: '/main/textmanager',
      search: linkSearch(id === undefined ? {} : { textId: id }),
      replace: true,
    });
  };
  return [typeof textId === 'number' ? textId : undefined, open] as const;
}
