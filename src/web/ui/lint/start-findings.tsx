import { useQueries } from '@tanstack/react-query';
import { lintCampaign } from '#contract/lint.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import type { NamedCampaign } from '../run/run-question.ts';
import styles from './findings.module.css';
import { Findings } from './findings.tsx';

/** What warns before a start; what blocks it is the reason against it, and notes stay quiet. */
export function StartFindings({ campaigns }: { campaigns: readonly NamedCampaign[] }) {
  const reads = useQueries({
    queries: campaigns.map(({ campaignId: id }) => ({
      queryKey: ['start question', ...queryKey(lintCampaign, { id })],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api(lintCampaign, { params: { id }, signal }),
      // Fresh each time the question is asked; a start does not wait for warnings.
      ...{ staleTime: 0, gcTime: 0, retry: 2, throwOnError: false },
    })),
  });
  return campaigns.map(({ campaignId, name }, index) => {
    const warnings = reads[index]?.data?.findings.filter(({ level }) => level === 'warn') ?? [];
    if (warnings.length === 0) return null;
    const what = warnings.length === 1 ? 'a warning' : `${warnings.length} warnings`;
    return (
      <details key={campaignId} className={styles.beforeStart}>
        <summary>
          {campaigns.length > 1 ? `${name}: the` : 'The'} checks of its messages found {what}.
        </summary>
        <Findings findings={warnings} none="" named />
      </details>
    );
  });
}
