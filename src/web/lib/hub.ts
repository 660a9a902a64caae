/** The real-time hub. Its client code is loaded with the first listener, not with the console. */
import type { HubConnection } from '@microsoft/signalr';
import {
  type RecordingStatus,
  recordingHubPath,
  recordingStatus,
  recordingStatusUpdated,
} from '#contract/message-recording.ts';
import { testToken } from '#contract/session.ts';
import { api } from './api.ts';
import { currentSession } from './session.ts';
import { platformApiUrl } from './settings.ts';

export type HubState = 'connecting' | 'live' | 'lost';

interface RecordingListener {
  onStatus: (status: RecordingStatus) => void;
  /** `live` also after each reconnect: ask then for what was missed meanwhile. */
  onState: (state: HubState) => void;
}

/** Milliseconds before the next try: 1, 2, 4 … 30 seconds. */
const longestWait = 30_000;
const waitAfter = (tries: number) => Math.min(longestWait, 1_000 * 2 ** tries);

/** Listens to the signed-in manager's recording calls until the returned function is called. */
export function listenToRecordings(listener: RecordingListener): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const emit = (state: HubState) => {
    if (!signal.aborted) listener.onState(state);
  };
  void connect();
  return () => stopping.abort();

  async function connect(): Promise<void> {
    for (let tries = 0; !signal.aborted; tries += 1) {
      try {
        const hub = await opened();
        if (signal.aborted) await hub.stop();
        else signal.addEventListener('abort', () => void hub.stop());
        return emit('live');
      } catch {
        emit('lost');
        await checkSession();
        await new Promise((resolve) => setTimeout(resolve, waitAfter(tries)));
      }
    }
  }

  async function connectAfterSignIn(): Promise<void> {
    const before = currentSession()?.bearerToken;
    await checkSession();
    if (!signal.aborted && currentSession()?.bearerToken !== before) await connect();
  }

  async function opened(): Promise<HubConnection> {
    const { HubConnectionBuilder, LogLevel } = await import('@microsoft/signalr');
    const hub = new HubConnectionBuilder()
      .withUrl((await platformApiUrl()) + recordingHubPath, {
        accessTokenFactory: () => currentSession()?.bearerToken ?? '',
        withCredentials: false,
      })
      .withAutomaticReconnect({
        nextRetryDelayInMilliseconds: ({ previousRetryCount }) => waitAfter(previousRetryCount),
      })
      .configureLogging(LogLevel.None)
      .build();
    hub.on(recordingStatusUpdated, (status) => {
      if (!signal.aborted) listener.onStatus(recordingStatus.parse(status));
    });
    hub.onreconnecting(() => emit('lost'));
    hub.onreconnected(() => emit('live'));
    // The server closed it for good: the session ended, or too many tabs are open.
    hub.onclose(() => {
      emit('lost');
      if (!signal.aborted) void connectAfterSignIn();
    });
    await hub.start();
    return hub;
  }
}

/** Waits for the sign-in over the page if the session ended; an unreachable server is retried. */
async function checkSession(): Promise<void> {
  if (currentSession()) await api(testToken).catch(() => undefined);
}
