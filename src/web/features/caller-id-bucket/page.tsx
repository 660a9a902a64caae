import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { listCallerIdBuckets } from '#contract/caller-id-bucket.ts';
import { api } from '#web/lib/api.ts';
import { changedSearch } from '#web/lib/link-search.ts';
import { matchesWords } from '#web/lib/names.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { useListAddress } from '#web/ui/list-address.ts';
import { ListToolbar } from '#web/ui/list-toolbar.tsx';
import { MissingRecord } from '#web/ui/missing-record.tsx';
import { noneFound } from '#web/ui/none-found.tsx';
import { Page } from '#web/ui/page.tsx';
import { SidePanel } from '#web/ui/side-panel.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import { BucketCompact, columns } from './columns.tsx';
import { NumberPanel } from './number-panel.tsx';

/** The numbers that Dynamic Caller Id shows, by bucket; `?bucketId=7` shows those of one. */
export function CallerIdBucketPage() {
  const { clientId } = useManager();
  const [bucketId, choose] = useChosen();
  const query = useQuery({
    queryKey: queryKey(listCallerIdBuckets, { clientId }),
    queryFn: ({ signal }) => api(listCallerIdBuckets, { query: { clientId }, signal }),
  });
  const address = useListAddress();
  const rows = query.data?.filter(({ name, campaigns }) =>
    matchesWords(address.find, [name, campaigns]),
  );
  const chosen = query.data?.find((bucket) => bucket.rciBucketId === bucketId);
  return (
    <Page
      title="Caller ID Buckets"
      sentence="Numbers that campaigns with Dynamic Caller Id show. Your operator assigns them."
      times
      toolbar={
        <ListToolbar
          address={address}
          find="Find by name or campaign"
          found={rows?.length}
          total={query.data?.length}
          noun={['bucket', 'buckets']}
        />
      }
      aside={
        chosen ? (
          <NumberPanel key={chosen.rciBucketId} bucket={chosen} onClose={() => choose(undefined)} />
        ) : (
          // The list was read for this address, and the bucket is not in it.
          query.data &&
          !query.isFetching &&
          bucketId !== undefined && (
            <SidePanel title="Bucket" width={292} onClose={() => choose(undefined)}>
              <MissingRecord
                what="This bucket"
                back={{ label: 'Back to Caller ID Buckets', to: '/main/rci' }}
              />
            </SidePanel>
          )
        )
      }
    >
      <DataTable
        label="Caller ID buckets"
        columns={columns}
        tall
        rows={rows}
        address={address}
        rowKey={(bucket) => bucket.rciBucketId}
        rowName={(bucket) => bucket.name}
        selectedKey={chosen?.rciBucketId}
        actions={(bucket) => [
          {
            label: 'Show numbers',
            hint: 'Enter',
            onSelect: () => choose(bucket.rciBucketId),
          },
        ]}
        compact={(bucket) => <BucketCompact bucket={bucket} />}
        failure={refreshFailure(query)}
        empty={
          query.data?.length === 0
            ? {
                title: 'No caller ID buckets yet',
                sentence:
                  'First ask your operator for one. Until then, choose the number that a campaign shows in its editor.',
                action: (
                  <Link to="/main/campaigns/dialer" className={buttonClass({ size: 'sm' })}>
                    Open Campaigns
                  </Link>
                ),
              }
            : noneFound('bucket', address.showAll)
        }
      />
    </Page>
  );
}

function useChosen() {
  const navigate = useNavigate();
  const { bucketId } = useSearch({ strict: false }) as { bucketId?: unknown };
  const choose = (id: number | undefined) => {
    void navigate({
      to: '/main/rci',
      search: changedSearch({ bucketId: id }),
      replace: true,
    });
  };
  return [typeof bucketId === 'number' ? bucketId : undefined, choose] as const;
}
