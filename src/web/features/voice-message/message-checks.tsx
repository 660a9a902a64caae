import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirmListened, lintVoiceMessage, type VoiceLint } from '#contract/lint.ts';
import { fallbackVoiceName } from '#domain/speech/voices.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useReadOnly } from '#web/lib/rights.ts';
import { Checks, Findings } from '#web/ui/lint/findings.tsx';
import { useVoiceLint } from '#web/ui/lint/use-lint.ts';
import { WorstAccounts } from '#web/ui/lint/worst-accounts.tsx';
import { NoteBand } from '#web/ui/notice-band.tsx';
import { Checkbox } from '#web/ui/switch.tsx';

interface MessageChecksProps {
  /** 0 for a new one, which is checked when it is saved. */
  messageId: number;
  /** The form holds changes that are not saved. */
  unsaved: boolean;
}

/** What the checks find in the saved message, as its campaigns use it. */
export function MessageChecks({ messageId, unsaved }: MessageChecksProps) {
  const [read] = useVoiceLint(messageId === 0 ? [] : [{ messageId }]);
  if (!read) return null;
  const { data } = read;
  return (
    <Checks
      findings={data?.findings}
      reads={[read]}
      lead={
        unsaved
          ? 'Of the message as it is saved. Your changes are checked when you save them.'
          : data?.ready === false && 'Times are estimates until the message is rendered.'
      }
    >
      {data?.builtInVoice && (
        <NoteBand>
          The voice of this message could not be reached when it was saved, so {fallbackVoiceName}{' '}
          speaks it. Save it again to try once more.
        </NoteBand>
      )}
      <Findings findings={data?.findings ?? []} none="Nothing was found in this message." />
      {data?.recorded && <Listened messageId={messageId} lint={data} />}
      {data && <WorstAccounts messageId={messageId} {...data} />}
    </Checks>
  );
}

/** Of recordings only a person who listened knows what they say. */
function Listened({ messageId: id, lint }: { messageId: number; lint: VoiceLint }) {
  const client = useQueryClient();
  const refusal = useReadOnly();
  const { version, listened, ready } = lint;
  const change = useMutation({
    mutationFn: (wanted: boolean) =>
      api(confirmListened, { params: { id }, body: { version, listened: wanted } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKey(lintVoiceMessage) }),
  });
  return (
    <Checkbox
      label="I listened: it says who calls, a number and 9"
      hint={
        listened
          ? `Confirmed by ${listened.by}, until the message is changed.`
          : 'Recordings cannot be read. The tick holds until the message is changed.'
      }
      checked={change.isPending ? change.variables : listened !== null}
      disabled={change.isPending || !ready}
      readOnly={refusal !== undefined}
      onChange={(wanted) => change.mutate(wanted)}
    />
  );
}
