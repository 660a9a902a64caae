import { useNavigate, useSearch } from '@tanstack/react-router';

/** The list that a dialog of the page is about, in the address: `?import=7`, `?ways=7`. */
export function useShownList(dialog: 'import' | 'ways') {
  const navigate = useNavigate();
  const { [dialog]: shown } = useSearch({ strict: false }) as Record<string, unknown>;
  const show = (callListId: number | undefined) =>
    void navigate({
      to: '/main/calllist',
      search: ((before: Record<string, unknown>) => {
        const { import: _, ways: __, ...others } = before;
        return callListId === undefined ? others : { ...others, [dialog]: callListId };
      }) as never,
      // Beside a panel that is open: nothing typed in it is lost.
      ignoreBlocker: true,
    });
  return [typeof shown === 'number' ? shown : undefined, show] as const;
}
