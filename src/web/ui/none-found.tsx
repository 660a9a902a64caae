import { Button } from './button.tsx';
import type { Empty } from './table/table-states.tsx';

/** An empty table whose list is not: the search or a filter hides all of it. */
export function noneFound(noun: string, onShowAll: () => void): Empty {
  return {
    title: `No ${noun} found`,
    sentence: 'Change the search, or choose All.',
    action: (
      <Button size="sm" onClick={onShowAll}>
        Show all
      </Button>
    ),
  };
}
