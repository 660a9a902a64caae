import { z } from 'zod';
import { clientQuery, idOf, instant } from './fields.ts';
import { defineCall } from './http.ts';

export const messageIntent = { none: 1, optIn: 2, optOut: 3, help: 4 } as const;

export const inboundText = z.object({
  id: idOf('inbound-text'),
  phoneNumber: z.string(),
  date: instant,
  message: z.string(),
  messageIntent: z.number().int().min(1).max(4),
});

export const listInboundTexts = defineCall({
  name: 'listInboundTexts',
  method: 'GET',
  path: '/api/inboundmessagetext',
  summary: 'Inbound texts, newest first.',
  query: clientQuery,
  answer: z.array(inboundText),
});
