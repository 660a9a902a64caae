import { useQuery } from '@tanstack/react-query';
import { listTextMessages } from '#contract/text-message.ts';
import { listVoiceMessages } from '#contract/voice-message.ts';
import { api } from './api.ts';
import { queryKey } from './query.ts';
import { useManager } from './session.ts';

interface Named {
  id: number;
  name: string;
}

/** A hint for a message whose name another one has: a campaign would offer two equal entries. */
export function useSameName(kind: 'voice' | 'text', { id, name }: Named): string | undefined {
  const { clientId } = useManager();
  const list = kind === 'voice' ? listVoiceMessages : listTextMessages;
  const { data } = useQuery({
    queryKey: queryKey(list, { clientId }),
    queryFn: ({ signal }): Promise<Named[]> =>
      kind === 'voice'
        ? api(listVoiceMessages, { query: { clientId }, signal })
        : api(listTextMessages, { query: { clientId }, signal }),
    throwOnError: false,
  });
  const wanted = name.trim().toLowerCase();
  const same = (data ?? []).some(
    (other) => other.id !== id && other.name.trim().toLowerCase() === wanted,
  );
  return same && wanted !== '' ? 'Another message has this name.' : undefined;
}
