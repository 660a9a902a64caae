import { useQuery } from '@tanstack/react-query';
import { previewCallList, previewLines } from '#contract/call-list-upload.ts';
import type { OperationResponse } from '#contract/http.ts';
import { usualCountries } from '#domain/dialing.ts';
import { ApiProblem } from '#web/lib/problem.ts';
import { upload } from '#web/lib/upload.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { checkInWorker } from './check-in-worker.ts';
import { countLines } from './count-lines.ts';
import { delimiterOf, delimiterProblem } from './delimiter.ts';
import { type Draft, fileProblem } from './draft.ts';
import { firstLines } from './file-head.ts';

export interface FileFacts {
  headers: readonly string[];
  /** The first rows of the file. */
  rows: readonly (readonly string[])[];
  /** Without the header; undefined while they are being counted, and of a refused file. */
  rowCount: number | undefined;
  /** Whose numbers the client may call. */
  countries: readonly string[];
  loading: boolean;
  /** Why the file cannot be used, or not yet. */
  problem: string | undefined;
  /** Why the file is refused, to be shown at once. */
  refusal: string | undefined;
  /** Retries when the failure may be temporary: no response, or the database unavailable. */
  retry: (() => void) | undefined;
}

/** Reads the head of the chosen file with the chosen delimiter, and counts its lines. */
export function useFile({ file, delimiterKind, otherDelimiter }: Draft): FileFacts {
  const delimiter = delimiterOf(delimiterKind, otherDelimiter);
  const usable = file !== undefined && fileProblem(file) === undefined;
  const key = file && [file.name, file.size, file.lastModified];
  const preview = useQuery({
    queryKey: ['upload preview', key, delimiter],
    enabled: usable && delimiter !== undefined,
    queryFn: async ({ signal }) => {
      const form = new FormData();
      form.append('delimiter', delimiter ?? '');
      form.append('fileSelect', await firstLines(file as File, previewLines), file?.name);
      return upload(previewCallList, { form, signal });
    },
    ...once,
  });
  const lines = useQuery({
    queryKey: ['upload lines', key],
    enabled: usable,
    queryFn: ({ signal }) => countLines(file as File, signal),
    ...once,
  });
  const rowCount = lines.data === undefined ? undefined : Math.max(0, lines.data - 1);
  const unread = useUnread({ file, key, delimiter, preview: preview.data, rowCount });
  const refused = preview.isError && !preview.isFetching ? messageOf(preview.error) : undefined;
  const refusal = refused ?? unread.refusal;
  const wrongDelimiter = delimiter === undefined ? delimiterProblem(otherDelimiter) : undefined;
  // Without a row nobody knows yet whether the file has none or cannot be read.
  const waits = unread.loading && preview.data?.rows.length === 0;
  const read = waits ? undefined : preview.data;
  const missing = read && !unread.loading ? undefined : 'Reading the file.';
  return {
    headers: read?.headers ?? none,
    rows: read?.rows ?? none,
    countries: preview.data?.countries ?? usualCountries,
    rowCount: refusal === undefined ? rowCount : undefined,
    loading: preview.isFetching || waits,
    problem: fileProblem(file) ?? wrongDelimiter ?? refusal ?? missing,
    refusal,
    retry: isPassing(preview.error) ? () => void preview.refetch() : undefined,
  };
}

interface PreviewedFile {
  file: File | undefined;
  key: unknown;
  delimiter: string | undefined;
  preview: OperationResponse<typeof previewCallList> | undefined;
  rowCount: number | undefined;
}

/**
 * Why rows are missing in a preview that has fewer of them than the file has lines: cells with line
 * ends, or a quote that is never closed. Only the whole file says which; most need not be read.
 */
function useUnread({ file, key, delimiter, preview, rowCount }: PreviewedFile) {
  const expected = Math.min(rowCount ?? 0, previewLines - 1);
  const { data, isLoading } = useQuery({
    queryKey: ['upload unread', key, delimiter],
    enabled: preview !== undefined && preview.rows.length < expected,
    queryFn: ({ signal }) => {
      const rows = { columns: preview?.headers.length ?? 0, phones: [], fields: [], unique: false };
      const given = { ...rows, countries: [], file: file as File, delimiter: delimiter ?? '' };
      return checkInWorker(given, () => undefined, signal);
    },
    ...once,
  });
  const counting = preview?.rows.length === 0 && rowCount === undefined;
  return {
    loading: isLoading || counting,
    refusal: data && 'refusal' in data ? data.refusal : undefined,
  };
}

const none: never[] = [];

function isPassing(error: Error | null): boolean {
  return error instanceof ApiProblem && (error.status === 0 || error.status >= 500);
}

/** Runs once: a chosen file does not change, and a refusal is final. */
const once = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
  retry: false,
  refetchInterval: false,
  throwOnError: false,
} as const;
