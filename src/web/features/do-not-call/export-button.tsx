import { useMutation } from '@tanstack/react-query';
import { exportDoNotCall } from '#contract/do-not-call.ts';
import { apiFile } from '#web/lib/api.ts';
import { easternDay } from '#web/lib/eastern-format.ts';
import { saveBlob } from '#web/lib/save-file.ts';
import { useManager } from '#web/lib/session.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { Button } from '#web/ui/button.tsx';
import { DownloadIcon } from '#web/ui/screen-icons.tsx';

/** The whole list as a file, whatever the search shows. */
export function ExportButton() {
  const { clientId } = useManager();
  const file = useMutation({
    mutationFn: async () =>
      saveBlob(
        `do not call ${easternDay(platformNow())}.csv`,
        await apiFile(exportDoNotCall, { query: { clientId } }),
      ),
  });
  return (
    <Button icon={DownloadIcon} busy={file.isPending} onClick={() => file.mutate()}>
      Export
    </Button>
  );
}
