import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { codeQuery } from '../lib/load-code.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { IconButton } from '../ui/button.tsx';
import { ReportDownloadIcon } from '../ui/icons.tsx';

const code = codeQuery(
  'report downloads',
  async () => (await import('./report-downloads.tsx')).ReportDownloads,
);

/** Its code is loaded once the browser is idle; until then, and after a failure, a press loads it. */
export function LazyReportDownloads() {
  const [wanted, setWanted] = useState<'no' | 'idle' | 'pressed'>('no');
  useEffect(() => whenIdle(() => setWanted((now) => (now === 'no' ? 'idle' : now))), []);
  // The rest of the frame works without it.
  const query = useQuery({ ...code, enabled: wanted !== 'no', throwOnError: false });
  const { data: Downloads, isFetching, refetch } = query;
  if (Downloads) return <Downloads openAtFirst={wanted === 'pressed'} />;
  return (
    <IconButton
      label="Reports"
      icon={ReportDownloadIcon}
      iconSize={18}
      busy={isFetching && wanted === 'pressed'}
      aria-haspopup="dialog"
      onClick={() => {
        setWanted('pressed');
        if (query.isError) void refetch();
      }}
    />
  );
}
