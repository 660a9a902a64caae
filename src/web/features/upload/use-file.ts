import { useQuery } from '@tanstack/react-query';
import { previewCallList, previewLines } from '#contract/call-list-upload.ts';
import { usualCountries } from '#domain/dialing.ts';
import { ApiProblem } from '#web/lib/problem.ts';
import { upload } from '#web/lib/upload.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { countLines } from './count-lines.ts';
import { delimiterOf, delimiterProblem } from './delimiter.ts';
import { type Draft, fileProblem } from './draft.ts';
import { firstLines } from './file-head.ts';

export interface FileFacts {
  headers: readonly string[];
  /** The first rows of the file. */
  rows: readonly (readonly string[])[];
  /** Without the header; undefined while they are being counted. */
  rowCount: number | undefined;
  /** Whose numbers the client may call. */
  countries: readonly string[];
  loading: boolean;
  /** Why the file cannot be used, or not yet. */
  problem: string | undefined;
  /** The server's refusal, to be shown at once. */
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
  const refusal = preview.isError && !preview.isFetching ? messageOf(preview.error) : undefined;
  const wrongDelimiter = delimiter === undefined ? delimiterProblem(otherDelimiter) : undefined;
  const missing = preview.data ? undefined : 'Reading the file.';
  return {
    headers: preview.data?.headers ?? none,
    rows: preview.data?.rows ?? none,
    countries: preview.data?.countries ?? usualCountries,
    rowCount: lines.data === undefined ? undefined : Math.max(0, lines.data - 1),
    loading: preview.isFetching,
    problem: fileProblem(file) ?? wrongDelimiter ?? refusal ?? missing,
    refusal,
    retry: isPassing(preview.error) ? () => void preview.refetch() : undefined,
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
