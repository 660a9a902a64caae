import { useQueryClient } from '@tanstack/react-query';
import type { OperationShape } from '#contract/http.ts';
import { queryKey } from '../lib/query.ts';
import { eachInWords, runEach } from '../lib/run-each.ts';
import { messageOf } from './error-message.ts';
import { notify } from './notify.ts';

interface Each<Item> {
  items: readonly Item[];
  nameOf: (item: Item) => string;
  /** "stopped" */
  done: string;
  run: (item: Item) => Promise<unknown>;
}

/** Runs an operation on each of several things, says what came of it, and reads `lists` again. */
export function useRunEach(lists: readonly OperationShape[], onDone?: () => void) {
  const client = useQueryClient();
  return async <Item>({ items, nameOf, done, run }: Each<Item>): Promise<void> => {
    const result = await runEach(items, run, messageOf);
    const text = eachInWords(result, { done, nameOf });
    notify({ text, ...(result.failed.length > 0 ? { tone: 'danger' as const } : {}) });
    onDone?.();
    await Promise.all(
      lists.map((operation) => client.invalidateQueries({ queryKey: queryKey(operation) })),
    );
  };
}
