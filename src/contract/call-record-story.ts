/** One call record with everything that is known of it. Beyond the documents. */
import { z } from 'zod';
import { allowedBy } from './allowed-by.ts';
import { callCourse } from './call-course.ts';
import { callRecord, recordId } from './call-record.ts';
import { clientQuery, idOf, instant } from './fields.ts';
import { defineOperation } from './http.ts';
import { messageIntent } from './inbound-text.ts';

export const callRecordStory = z.object({
  record: callRecord,
  campaignId: idOf('campaign'),
  callListId: idOf('call-list'),
  entryId: z.number().int(),
  /** Which line of the list's file; null when the list's numbers are gone. */
  line: z.number().int().nullable(),
  /** What allowed it; null: not kept at that time. */
  allowedBy: allowedBy.nullable(),
  course: callCourse.nullable(),
  /** The voice message that was played. `current`: calls still play this version. */
  message: z
    .object({
      id: idOf('voice-message'),
      name: z.string(),
      version: z.number().int(),
      current: z.boolean(),
      /** Its sound is kept and can be played: previewVoiceMessage with this version. */
      kept: z.boolean(),
    })
    .nullable(),
  /** When an agent was called for it. */
  agentCalledAt: instant.nullable(),
  /** Seconds of the talk with an agent; null without one. */
  talked: z.number().int().nullable(),
  /** Of a text: what was sent, from which number. */
  text: z.object({ body: z.string(), from: z.string() }).nullable(),
  /** What the person wrote back to this text, oldest first. */
  replies: z.array(
    z.object({
      inboundTextId: idOf('inbound-text'),
      received: instant,
      message: z.string(),
      intent: z.literal(Object.values(messageIntent)),
    }),
  ),
});
export type CallRecordStory = z.infer<typeof callRecordStory>;

export const getCallRecord = defineOperation({
  name: 'getCallRecord',
  method: 'GET',
  path: '/api/reports/cdr/{recordId}',
  summary: 'One call record with its course: what was played, pressed, said and billed.',
  params: z.object({ recordId }),
  query: clientQuery,
  response: callRecordStory,
});
