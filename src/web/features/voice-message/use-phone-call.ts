import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getRecordingStatus, type RecordingStatus } from '#contract/message-recording.ts';
import { recordByPhone, stepType } from '#contract/voice-message.ts';
import { api } from '#web/lib/api.ts';
import { type HubState, listenToRecordings } from '#web/lib/hub.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { useWish } from '#web/lib/use-wish.ts';
import { callStateOf, isInProgress, type PhoneCallState, savedShown } from './phone-call.ts';

export interface PhoneCall {
  state: PhoneCallState;
  /** Why the call failed, in a sentence, where that is known. */
  reason: string | undefined;
  /** A call that was started in another tab or window, or by another program, is in progress. */
  elsewhere: boolean;
  connection: HubState;
  /** Why the server refused the call. */
  refusal: Error | undefined;
  /** `phone` as formatted; `name` of the recording. */
  begin: (phone: string, name: string) => void;
  /** Clears the refusal: something was typed since. */
  forgetRefusal: () => void;
}

interface RecordingWish {
  messageStepType: typeof stepType.recordedWithPhone;
  value: string;
  phoneNumber: string;
}

/** Milliseconds between two polls while the hub is not connected. */
const pollEvery = 2_000;

/** The call of this tab survives a reload, until its recording was taken over or it failed. */
const ownCallKey = 'recordingCall';

/**
 * Follows the recording call of this tab. `onSaved` gets the file name, once.
 *
 * @param recorded the step's recording; only a step without one resumes a call in progress
 */
export function usePhoneCall(recorded: string, onSaved: (fileName: string) => void): PhoneCall {
  const { clientId } = useManager();
  const client = useQueryClient();
  const key = queryKey(getRecordingStatus, { clientId });
  const [connection, setConnection] = useState<HubState>('connecting');
  const [own, setOwn] = useState(() =>
    recorded === '' ? sessionStorage.getItem(ownCallKey) : null,
  );
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api(getRecordingStatus, { query: { clientId }, signal }),
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
    refetchInterval: connection === 'live' ? false : pollEvery,
  });
  const receive = async (status: RecordingStatus) => {
    // A response already on its way may be older than this.
    await client.cancelQueries({ queryKey: key });
    client.setQueryData(key, { ...status, reason: null });
    if (callStateOf(status) === 'error') await client.invalidateQueries({ queryKey: key });
  };
  const listener = useRef({ receive, refetch: query.refetch });
  listener.current = { receive, refetch: query.refetch };
  useEffect(
    () =>
      listenToRecordings({
        onStatus: (status) => void listener.current.receive(status),
        onState(state) {
          setConnection(state);
          if (state === 'live') void listener.current.refetch();
        },
      }),
    [],
  );

  const wishOf = useWish<RecordingWish>();
  const call = useMutation({
    meta: { ownErrors: true },
    mutationFn: async ({ phone, name }: { phone: string; name: string }) => {
      const type = stepType.recordedWithPhone;
      const wish = wishOf({ messageStepType: type, value: name, phoneNumber: phone });
      const { fileName } = await api(recordByPhone, { body: wish, intent: wish });
      sessionStorage.setItem(ownCallKey, fileName);
      await query.refetch();
      setOwn(fileName);
    },
  });

  const status = query.data;
  const isOwn = status !== undefined && own !== null && status.fileName === own;
  const known = status ? callStateOf(status) : 'makeCall';
  const state = call.isPending ? 'dialing' : isOwn ? known : 'makeCall';
  useEnd(state, own, setOwn, onSaved);
  return {
    state,
    reason: isOwn ? (status.reason ?? undefined) : undefined,
    elsewhere: !isOwn && !call.isPending && isInProgress(known),
    connection,
    refusal: call.error ?? undefined,
    begin: (phone, name) => call.mutate({ phone, name }),
    forgetRefusal: call.reset,
  };
}

/** Passes on a saved recording and, once `Saved` was shown long enough, starts over. */
function useEnd(
  state: PhoneCallState,
  own: string | null,
  setOwn: (own: string | null) => void,
  onSaved: (fileName: string) => void,
): void {
  const latest = useRef(onSaved);
  latest.current = onSaved;
  useEffect(() => {
    if (state !== 'done' && state !== 'error') return;
    sessionStorage.removeItem(ownCallKey);
    if (state === 'error' || own === null) return;
    latest.current(own);
    const timer = setTimeout(() => setOwn(null), savedShown);
    return () => clearTimeout(timer);
  }, [state, own, setOwn]);
}
