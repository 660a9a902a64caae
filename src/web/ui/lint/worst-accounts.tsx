import { useState } from 'react';
import type { VoiceLint, WorstAccount, WorstKind } from '#contract/lint.ts';
import { previewVoiceMessage } from '#contract/voice-message.ts';
import { api } from '#web/lib/api.ts';
import { usePlayer } from '#web/lib/use-player.ts';
import { IconButton } from '../button.tsx';
import { messageOf } from '../error-message.ts';
import { PlayIcon, StopIcon } from '../icons.tsx';
import { ErrorBand } from '../notice-band.tsx';
import styles from './findings.module.css';

const kindWords: Record<WorstKind, string> = {
  blank: 'Most blank',
  longest: 'Longest',
  digits: 'Most digits',
};

/** What is worst in an account: "Most blank, most digits". One that is worst in all is one row. */
function rowsOf(worst: readonly WorstAccount[]) {
  const byAccount = Map.groupBy(worst, ({ callListId, entryId }) => `${callListId}.${entryId}`);
  return [...byAccount].flatMap(([key, [account, ...same]]) => {
    if (!account) return [];
    const also = same.map(({ kind }) => kindWords[kind].toLowerCase());
    return { key, account, name: [kindWords[account.kind], ...also].join(', ') };
  });
}

interface WorstAccountsProps extends Pick<VoiceLint, 'worst' | 'callListName' | 'ready'> {
  messageId: number;
}

/** The accounts for which the message may sound wrong, each to be heard with one click. */
export function WorstAccounts({ worst, callListName, ready, messageId }: WorstAccountsProps) {
  const [failure, setFailure] = useState<unknown>();
  const player = usePlayer(setFailure);
  if (worst.length === 0) return null;
  const play = (key: string, { callListId, entryId }: WorstAccount) => {
    setFailure(undefined);
    player.play(key, () =>
      api(previewVoiceMessage, { params: { id: messageId }, query: { callListId, entryId } }),
    );
  };
  return (
    <section className={styles.accounts} aria-label="Worst accounts">
      <p className={styles.none}>As these accounts of {callListName} hear it:</p>
      {failure !== undefined && <ErrorBand>{messageOf(failure)}</ErrorBand>}
      <ul className={styles.worst}>
        {rowsOf(worst).map(({ key, account, name }) => {
          const sounds = player.current === key;
          return (
            <li key={key}>
              <IconButton
                className={styles.play ?? ''}
                label={sounds ? `Stop ${name}` : `Play ${name}`}
                icon={sounds ? StopIcon : PlayIcon}
                busy={sounds && player.loading}
                reason={ready ? undefined : 'This message is still being rendered.'}
                onClick={() => (sounds ? player.stop() : play(key, account))}
              />
              <div>
                <p>{name}</p>
                <p className={styles.spoken}>{account.values.map(spokenWords).join(', ')}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function spokenWords({ field, spoken }: WorstAccount['values'][number]): string {
  if (spoken === null) return `${field}: cannot be spoken`;
  return spoken === '' ? `${field}: silence` : `${field}: "${spoken}"`;
}
