import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { readSecondFactor, requireSecondFactor } from '#contract/second-factor.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { Switch } from '../switch.tsx';
import styles from './factor.module.css';

/** The client's rule, which administrators set. */
export function FactorRule() {
  const client = useQueryClient();
  const read = useQuery({
    queryKey: queryKey(readSecondFactor),
    queryFn: ({ signal }) => api(readSecondFactor, { signal }),
  });
  const change = useMutation({
    mutationFn: (required: boolean) => api(requireSecondFactor, { body: { required } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKey(readSecondFactor) }),
  });
  // In its place from the start: nothing below moves when it has been read.
  return (
    <div className={styles.rule}>
      <Switch
        label="Require a second factor from every manager"
        hint="Who has none must set one up before anything else."
        checked={change.isPending ? change.variables : read.data?.required === true}
        disabled={change.isPending || !read.data}
        onChange={(required) => change.mutate(required)}
      />
    </div>
  );
}
