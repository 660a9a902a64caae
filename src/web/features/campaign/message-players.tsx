import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listTtsFields, previewVoiceMessage, type VoiceMessage } from '#contract/voice-message.ts';
import { secondsOf } from '#domain/message-plan.ts';
import { decodeWav } from '#domain/sound/wav.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { usePlayer } from '#web/lib/use-player.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { PreviewAccountField, PreviewSelect } from '#web/ui/message/preview-account.tsx';
import { usePreviewAccount } from '#web/ui/message/use-preview-account.ts';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import styles from './beside.module.css';
import { MessagePlayer } from './message-player.tsx';

interface MessagePlayersProps {
  /** Those that the form has chosen, each once, in the order of the form. */
  messages: readonly VoiceMessage[];
}

/** The chosen messages, to be heard as rendered or with an account's values; one at a time. */
export function MessagePlayers({ messages }: MessagePlayersProps) {
  const query = { clientId: useManager().clientId };
  const [failure, setFailure] = useState<unknown>();
  const player = usePlayer(setFailure);
  const choice = usePreviewAccount();
  // By message and account: only the sound itself says how long an account's values take.
  const [heard, setHeard] = useState<Readonly<Record<string, number>>>({});
  const fields = useQuery({
    queryKey: queryKey(listTtsFields, query),
    queryFn: ({ signal }) => api(listTtsFields, { query, signal }),
  });
  const names = new Map(fields.data?.map(({ id, value }) => [id, value]));
  const { account } = choice;
  const keyOf = (id: number) => `${id} ${account?.callListId ?? ''} ${account?.entryId ?? ''}`;
  const play = ({ id }: VoiceMessage, from: number) => {
    setFailure(undefined);
    const whose = account && { callListId: account.callListId, entryId: account.entryId };
    const load = async () => {
      const sound = await api(previewVoiceMessage, {
        params: { id },
        query: { ...query, ...whose },
      });
      const seconds = secondsOf(decodeWav(sound).samples.length);
      setHeard((before) => ({ ...before, [keyOf(id)]: seconds }));
      return sound;
    };
    player.play(String(id), load, from);
  };
  return (
    <section className={styles.part} aria-label="Messages to play">
      <div className={styles.heading}>
        <h2>Messages</h2>
        {messages.length > 0 && <PreviewSelect choice={choice} />}
      </div>
      {messages.length === 0 && (
        <p className={styles.quiet}>A message that you choose can be heard here.</p>
      )}
      {messages.length > 0 && <PreviewAccountField choice={choice} />}
      {failure !== undefined && <ErrorBand>{sentenceOf(failure)}</ErrorBand>}
      {messages.map((message) => (
        <MessagePlayer
          key={message.id}
          {...{ message, names, player, account }}
          total={heard[keyOf(message.id)]}
          onPlay={(from) => play(message, from)}
        />
      ))}
    </section>
  );
}

function sentenceOf(error: unknown): string {
  if (error instanceof DOMException) return 'The browser could not play the sound.';
  return messageOf(error);
}
