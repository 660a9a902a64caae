/** What an upload is doing, in words and as a share of the whole. */
import type { UploadProgress } from '#contract/call-list-upload.ts';
import { formatNumber } from '#web/lib/format.ts';
import { nounFor } from '#web/lib/plural.ts';

export interface WorkStep {
  doing: string;
  /** 0 to 1; undefined while unknown. */
  share: number | undefined;
}

/** Shares of the time, measured with a file of 120 MB: building the indexes takes a third of it. */
const sentShare = 0.25;
const loadedShare = 0.6;
const megabyte = 1024 * 1024;

export function sendingStep(sent: number, total: number): WorkStep {
  if (sent >= total) return { doing: 'Reading the file', share: sentShare };
  const unit = total >= megabyte ? megabyte : 1024;
  const amounts = `${(sent / unit).toFixed(1)} of ${(total / unit).toFixed(1)}`;
  return {
    doing: `Sending ${amounts} ${unit === megabyte ? 'MB' : 'kB'}`,
    share: total > 0 ? (sentShare * sent) / total : 0,
  };
}

export function loadingStep(
  { stage, rowsLoaded }: UploadProgress,
  rows: number | undefined,
): WorkStep {
  if (stage === 'restricting') return { doing: 'Checking for numbers to leave out', share: 0.65 };
  if (stage === 'finishing') return { doing: 'Preparing the list', share: 0.7 };
  const share = rows
    ? sentShare + (loadedShare - sentShare) * Math.min(1, rowsLoaded / rows)
    : undefined;
  const of = rows === undefined ? '' : ` of ${formatNumber(rows)}`;
  return {
    doing: `Loading ${formatNumber(rowsLoaded)}${of} ${nounFor(rows ?? rowsLoaded, 'row')}`,
    share,
  };
}
