import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { readLimits, requireLaunchApproval } from '#contract/limits.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import styles from '#web/ui/factor/factor.module.css';
import { Switch } from '#web/ui/switch.tsx';

/** Administrators require it; only the operator lifts it. */
export function ApprovalRule() {
  const client = useQueryClient();
  const read = useQuery({
    queryKey: queryKey(readLimits),
    queryFn: ({ signal }) => api(readLimits, { signal }),
  });
  const change = useMutation({
    mutationFn: () => api(requireLaunchApproval),
    onSettled: () => client.invalidateQueries({ queryKey: queryKey(readLimits) }),
  });
  // In its place from the start: nothing moves when it has been read.
  const on = change.isPending || read.data?.launchApproval === true;
  return (
    <div className={styles.rule}>
      <Switch
        label="Require that somebody else starts what a manager prepared"
        hint={
          on
            ? 'Only your operator can turn it off.'
            : 'Whoever changed a campaign, its messages or its lists last cannot start it. Only your operator can turn it off again.'
        }
        checked={on}
        disabled={on || !read.data}
        onChange={() => change.mutate()}
      />
    </div>
  );
}
