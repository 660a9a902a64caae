import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listAccountFields } from '#contract/account-field.ts';
import { savedMapping } from '#contract/call-list-upload.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { platformNow } from '#web/lib/simulation.ts';
import type { Read } from '#web/ui/load-failure.tsx';
import { guessMapping } from './guess-columns.ts';
import {
  emptyMapping,
  fromSaved,
  type MappableField,
  type Mapping,
  mappableFields,
} from './mapping.ts';
import type { FileFacts } from './use-file.ts';

export interface StartMapping {
  fields: readonly MappableField[];
  /** The initial mapping: that of the last upload with these headers, or what can be guessed. */
  first: Mapping;
  /** There is a mapping of an earlier upload. */
  remembered: boolean;
  loading: boolean;
  /** The read of the account fields, without which a mapping would lack the client's own. */
  read: Read;
}

/**
 * The account fields, and the mapping remembered for these headers. A failure to read it is logged
 * and counts as none (document 2 section 8).
 */
export function useStartMapping({ headers, rows }: FileFacts): StartMapping {
  const { clientId, id: managerId } = useManager();
  const fieldQuery = useQuery({
    queryKey: queryKey(listAccountFields, { clientId }),
    queryFn: ({ signal }) => api(listAccountFields, { query: { clientId }, signal }),
  });
  const saved = useQuery({
    queryKey: queryKey(savedMapping, { clientId, headers }),
    enabled: headers.length > 0,
    retry: false,
    refetchInterval: false,
    throwOnError: false,
    queryFn: ({ signal }) =>
      api(savedMapping, { query: { clientId, managerId }, body: [...headers], signal }).then(
        (mapping) => mapping ?? null,
        (error) => {
          if (!signal.aborted) console.error('could not read the saved mapping', error);
          throw error;
        },
      ),
  });
  const fields = useMemo(() => mappableFields(fieldQuery.data ?? []), [fieldQuery.data]);
  const first = useMemo(() => {
    if (saved.isLoading) return emptyMapping;
    return saved.data
      ? fromSaved(saved.data, fields, headers)
      : guessMapping(headers, rows, fields, platformNow().getFullYear());
  }, [saved.isLoading, saved.data, fields, headers, rows]);
  return {
    fields,
    first,
    remembered: Boolean(saved.data),
    loading: fieldQuery.data === undefined || saved.isLoading,
    read: fieldQuery,
  };
}
