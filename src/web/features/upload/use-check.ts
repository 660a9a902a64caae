import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ssnFieldId, stateFieldId } from '#contract/account-field.ts';
import { consentFields } from '#contract/consent.ts';
import { latestConsentDay } from '#domain/consent-date.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { checkInWorker } from './check-in-worker.ts';
import type { Checked } from './check-rows.ts';
import { delimiterOf } from './delimiter.ts';
import type { Draft } from './draft.ts';
import type { MappableField, Mapping } from './mapping.ts';
import type { FileFacts } from './use-file.ts';

export interface RowCheck {
  checked: Checked | undefined;
  loading: boolean;
  /** How much of the file was read, 0 to 1. */
  share: number;
  /** The rows could not be counted here; the upload will do so. */
  failed: boolean;
}

interface CheckParts {
  draft: Draft;
  facts: FileFacts;
  fields: readonly MappableField[];
  mapping: Mapping;
  /** From the preview on: before, the mapping still changes. */
  enabled: boolean;
}

/** Counts the rows of the chosen file with the mapping, all of them, as its import would. */
export function useCheck({ draft, facts, fields, mapping, enabled }: CheckParts): RowCheck {
  const [share, setShare] = useState(0);
  const { file, withoutDuplicates } = draft;
  const delimiter = delimiterOf(draft.delimiterKind, draft.otherDelimiter);
  const counted = fields.flatMap(({ id, size }) => {
    const column = mapping.columns[id];
    const part = consentFields.find((field) => field.id === id)?.key;
    if (column === undefined) return [];
    return [
      part ? { column, size, kind: 'consent' as const, part } : { column, size, kind: kindOf(id) },
    ];
  });
  const given = {
    columns: facts.headers.length,
    phones: mapping.phones,
    fields: counted,
    unique: withoutDuplicates,
    countries: facts.countries,
    latestConsent: latestConsentDay(platformNow()),
  };
  const usable = enabled && file !== undefined && delimiter !== undefined;
  const query = useQuery({
    queryKey: ['upload check', file && [file.name, file.size, file.lastModified], delimiter, given],
    enabled: usable && facts.headers.length > 0 && mapping.phones.length > 0,
    queryFn: ({ signal }) => {
      setShare(0);
      return checkInWorker(
        { ...given, file: file as File, delimiter: delimiter ?? '' },
        setShare,
        signal,
      );
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
    throwOnError: false,
  });
  return { checked: query.data, loading: query.isLoading, share, failed: query.isError };
}

function kindOf(field: number): 'state' | 'ssn' | 'text' {
  if (field === stateFieldId) return 'state';
  return field === ssnFieldId ? 'ssn' : 'text';
}
