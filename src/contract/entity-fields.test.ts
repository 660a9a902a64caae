import { expect, test } from 'vitest';
import { z } from 'zod';
import { entityFields, valuesAt } from './entity-fields.ts';
import { idOf, idTextOf } from './fields.ts';

test('an id is found at any depth, behind defaults, lists and unions', () => {
  const schema = z.object({
    id: idTextOf('campaign').optional(),
    steps: z.array(z.object({ messageId: idOf('voice-message').default(0) })),
    either: z.union([z.string(), z.object({ numberId: idOf('texting-number').min(1).nullish() })]),
    name: z.string(),
  });
  expect(entityFields(schema)).toEqual([
    { entity: 'campaign', path: ['id'] },
    { entity: 'voice-message', path: ['steps', '*', 'messageId'] },
    { entity: 'texting-number', path: ['either', 'numberId'] },
  ]);
  expect(entityFields(z.array(idOf('campaign')).max(3))).toEqual([
    { entity: 'campaign', path: ['*'] },
  ]);
});

test('the values at a path are those of every item', () => {
  const value = { steps: [{ messageId: 3 }, { messageId: 4 }, {}] };
  expect(valuesAt(value, ['steps', '*', 'messageId'])).toEqual([3, 4, undefined]);
  expect(valuesAt({ steps: 'no list' }, ['steps', '*', 'messageId'])).toEqual([]);
});
