/** The parts of ARI's events and responses that Carillon reads; the rest is ignored. */
import { z } from 'zod';

const channel = z.object({
  id: z.string(),
  /** Such as Down, Ring, Ringing, Up. */
  state: z.string().optional(),
  /** Its position in the dialplan; `app_data` is the arguments as text. */
  dialplan: z
    .object({ app_name: z.string().optional(), app_data: z.string().optional() })
    .optional(),
});
export type AriChannel = z.infer<typeof channel>;

const ofChannel = z.object({ target_uri: z.string().optional() });

export const ariEvent = z.object({
  type: z.string(),
  channel: channel.optional(),
  /** Of Dial: the called channel, its outcome, and the number that the network forwards it to. */
  peer: channel.optional(),
  dialstatus: z.string().optional(),
  forward: z.string().optional(),
  /** Of StasisStart: how the channel entered our app. */
  args: z.array(z.string()).optional(),
  digit: z.string().optional(),
  /** Of ChannelDestroyed: the Q.850 cause and the SIP status. */
  cause: z.number().optional(),
  tech_cause: z.number().optional(),
  /** `state`: done, or failed. */
  playback: ofChannel.extend({ id: z.string(), state: z.string().optional() }).optional(),
  recording: ofChannel.extend({ name: z.string(), state: z.string().optional() }).optional(),
});
export type AriEvent = z.infer<typeof ariEvent>;

/** A response over the WebSocket; `message_body` is JSON as text. */
export const ariResponse = z.object({
  type: z.literal('RESTResponse'),
  request_id: z.string(),
  status_code: z.number(),
  reason_phrase: z.string().optional(),
  message_body: z.string().optional(),
});

export const channelList = z.array(channel);
export const bridge = z.object({
  id: z.string(),
  name: z.string().optional(),
  /** The ids of those who talk in it. */
  channels: z.array(z.string()).optional(),
});
export const bridgeList = z.array(bridge);
export const variable = z.object({ value: z.string() });
export const asteriskInfo = z.object({ system: z.object({ version: z.string() }) });
export const moduleList = z.array(z.object({ name: z.string() }));
export const endpoint = z.object({ state: z.string().optional() });
/** A configuration object, as `asterisk/config/dynamic/…` returns it. */
export const configObject = z.array(z.object({ attribute: z.string(), value: z.string() }));

/** The arguments that a channel entered an app with; undefined while it is elsewhere. */
export function arrivalOf({ dialplan }: AriChannel, app: string): string[] | undefined {
  const [name, ...args] = dialplan?.app_data?.split(',') ?? [];
  return dialplan?.app_name === 'Stasis' && name === app ? args : undefined;
}

/** The id of the channel that an event is about; undefined when it is about none. */
export function channelOf(event: AriEvent): string | undefined {
  const target = event.playback?.target_uri ?? event.recording?.target_uri;
  const channelId = event.channel?.id ?? event.peer?.id;
  return channelId ?? (target?.startsWith('channel:') ? target.slice(8) : undefined);
}
