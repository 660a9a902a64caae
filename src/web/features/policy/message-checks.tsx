import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type LintSettings,
  maxSpokenName,
  readLintSettings,
  setSpokenName,
} from '#contract/lint.ts';
import { levelWords } from '#domain/lint/lint-words.ts';
import { api } from '#web/lib/api.ts';
import { matchesWords } from '#web/lib/names.ts';
import { queryKey } from '#web/lib/query.ts';
import { useRefusal } from '#web/lib/rights.ts';
import { useManager } from '#web/lib/session.ts';
import { useWish } from '#web/lib/use-wish.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/load-failure.tsx';
import { notify } from '#web/ui/notify.ts';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './page.module.css';

/** How the client names itself in its messages, and what each check of them does. */
export function MessageChecks({ find }: { find: string }) {
  const { clientId } = useManager();
  const query = useQuery({
    queryKey: queryKey(readLintSettings, { clientId }),
    queryFn: ({ signal }) => api(readLintSettings, { query: { clientId }, signal }),
  });
  if (!query.data) return <Loading reads={[query]} />;
  const { spokenName } = query.data;
  const rules = query.data.rules.filter(({ name, source }) => matchesWords(find, [name, source]));
  return (
    <div className={styles.presets}>
      <SpokenName key={spokenName} stored={spokenName ?? ''} />
      <p className={styles.count}>Only your operator changes what a check does.</p>
      <Group name="Calls" rules={rules.filter(({ rule }) => rule.startsWith('voice_'))} />
      <Group name="Texts" rules={rules.filter(({ rule }) => rule.startsWith('text_'))} />
    </div>
  );
}

function Group({ name, rules }: { name: string; rules: LintSettings['rules'] }) {
  return (
    <section className={styles.group} aria-label={name}>
      <h2>{name}</h2>
      <ul>
        {rules.map(({ rule, name: checked, level, source }) => (
          <li key={rule} className={styles.preset}>
            <p>
              <strong>{checked}</strong>: {levelWords[level].toLowerCase()}
            </p>
            <p className={styles.quiet}>{source}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A field for administrators, a fact for others. */
function SpokenName({ stored }: { stored: string }) {
  const client = useQueryClient();
  const { clientId } = useManager();
  const refusal = useRefusal('administrator');
  const [name, setName] = useState(stored);
  const wishOf = useWish<{ spokenName: string }>();
  const change = useMutation({
    mutationFn: (spokenName: string) => {
      const wish = wishOf({ spokenName });
      return api(setSpokenName, { body: { clientId, ...wish }, intent: wish });
    },
    onSuccess: (settings) => {
      client.setQueryData(queryKey(readLintSettings, { clientId }), settings);
      notify({
        text: settings.spokenName
          ? `Messages are checked for "${settings.spokenName}".`
          : 'Messages are not checked for a name any more.',
      });
    },
  });
  if (refusal) {
    return (
      <p className={styles.count}>
        Name in messages: <strong>{stored || 'none, so who calls is not checked'}</strong>
      </p>
    );
  }
  return (
    <form
      className={styles.spoken}
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(name);
      }}
    >
      <TextField
        label="Name in messages"
        hint="As messages say it. Without one, who calls is not checked."
        value={name}
        maxLength={maxSpokenName}
        autoComplete="off"
        onChange={setName}
      />
      <Button
        changes
        type="submit"
        busy={change.isPending}
        reason={name.trim() === stored ? 'The name is saved.' : undefined}
      >
        Save
      </Button>
    </form>
  );
}
