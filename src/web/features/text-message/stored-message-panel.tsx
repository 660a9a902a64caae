import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listTextMessages, type TextMessage } from '#contract/text-message.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { MissingRecord } from '#web/ui/missing-record.tsx';
import { SidePanel } from '#web/ui/side-panel.tsx';
import { ConfigurationPanel } from './configuration-panel.tsx';
import styles from './text-message.module.css';

interface StoredMessagePanelProps {
  messageId: number;
  onClose: () => void;
  onSaved: () => void;
}

/** The editor of an existing message; it starts from what is stored now. */
export function StoredMessagePanel({ messageId, ...rest }: StoredMessagePanelProps) {
  const { clientId } = useManager();
  const list = useQuery({
    queryKey: queryKey(listTextMessages, { clientId }),
    queryFn: ({ signal }) => api(listTextMessages, { query: { clientId }, signal }),
    refetchOnMount: 'always',
  });
  // Kept so that a deletion meanwhile does not discard what is being typed.
  const [opened, setOpened] = useState<TextMessage>();
  const loaded = list.data !== undefined && list.isFetchedAfterMount;
  const message = opened ?? (loaded && list.data.find(({ id }) => id === messageId));
  if (message && !opened) setOpened(message);
  if (message) return <ConfigurationPanel edited={message} {...rest} />;
  return (
    <SidePanel title="Configuration" width={368} onClose={rest.onClose}>
      {loaded ? (
        <MissingRecord
          what="This text message"
          back={{ label: 'Back to Text Messages', to: '/main/messages/textmessages' }}
        />
      ) : (
        <p className={styles.used}>Loading ...</p>
      )}
    </SidePanel>
  );
}
