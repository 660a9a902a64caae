import { downloadCampaignNumbers } from '#contract/campaign-numbers.ts';
import { apiFile } from '#web/lib/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { saveBlob } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { reportError } from '#web/ui/error-modal.tsx';
import { DownloadIcon } from '#web/ui/screen-icons.tsx';
import styles from './numbers.module.css';
import type { useNumbers } from './use-numbers.ts';

interface ActionsProps {
  campaignId: number;
  /** The part, and the search in it. */
  wanted: ReturnType<typeof useNumbers>['wanted'];
  name: string;
  at: string | undefined;
  onRefresh: () => unknown;
}

/** A new count, and what is shown as a file. */
export function Actions({ campaignId: id, wanted: query, name, at, onRefresh }: ActionsProps) {
  const download = async () => {
    try {
      const file = await apiFile(downloadCampaignNumbers, {
        params: { id },
        query: { ...query, ...(at ? { at } : {}) },
      });
      saveBlob(`${name || 'Campaign'} ${query.part}.csv`, file);
    } catch (error) {
      reportError(error);
    }
  };
  return (
    <>
      <Button onClick={() => void onRefresh()}>Count again</Button>
      <Button icon={DownloadIcon} onClick={() => void download()}>
        Download CSV
      </Button>
    </>
  );
}

interface MoreProps {
  shown: number;
  total: number | undefined;
  hasMore: boolean;
  busy: boolean;
  onMore: () => void;
}

/** "500 of 12,318 shown", and more of them. */
export function More({ shown, total, hasMore, busy, onMore }: MoreProps) {
  return (
    <div className={styles.more}>
      <span>
        {formatNumber(shown)}
        {total !== undefined && ` of ${formatNumber(Math.max(total, shown))}`} shown
      </span>
      {hasMore && (
        <Button size="sm" busy={busy} onClick={onMore}>
          Show more
        </Button>
      )}
    </div>
  );
}
