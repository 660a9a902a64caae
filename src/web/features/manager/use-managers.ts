import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  addManager,
  currentManager,
  deleteManager,
  editManager,
  listManagers,
  type Manager,
  type ManagerDraft,
} from '#contract/manager.ts';
import { api } from '#web/lib/api.ts';
import { queryKey, refreshedEvery } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { notify } from '#web/ui/notify.ts';

/** Colleagues add and change managers too. */
const refreshEvery = 60_000;

/**
 * The client's managers except the signed-in one. The operation returns all of them; the table is
 * named Other Managers, and the own account is on the User Profile screen.
 */
export function useOtherManagers() {
  const { clientId, id } = useManager();
  return useQuery({
    queryKey: queryKey(listManagers, { clientId }),
    queryFn: ({ signal }) => api(listManagers, { query: { clientId }, signal }),
    select: (managers) => managers.filter((manager) => manager.id !== id),
    refetchInterval: refreshedEvery(refreshEvery),
  });
}

function useReload() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKey(listManagers) });
}

/** Saves the form: a new manager when none is edited. */
export function useSaveManager(
  edited: Manager | undefined,
  { onAdded, onSaved }: { onAdded: (manager: Manager) => void; onSaved: () => void },
) {
  const { clientId } = useManager();
  const client = useQueryClient();
  const reload = useReload();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (draft: ManagerDraft) => {
      const { name, username, email, version, role, fullSsn } = draft;
      const words = { name, username, email, password: '', newPassword: '' };
      const body = { clientId, ...words, role, fullSsn };
      // Without a status: a manager is enabled or disabled only in the table.
      return edited
        ? api(editManager, {
            params: { id: edited.id },
            body: { ...body, id: edited.id, version },
            intent: draft,
          })
        : api(addManager, { body: { ...body, active: true }, intent: draft });
    },
    onSuccess: async (_, { name, username }) => {
      notify({ text: `${name.trim()} was ${edited ? 'saved' : 'added'}.` });
      await reload();
      onSaved();
      // The documented response to an addition names no ID; usernames are unique.
      const all = client.getQueryData<Manager[]>(queryKey(listManagers, { clientId }));
      const added = edited
        ? undefined
        : all?.find((one) => one.username.toLowerCase() === username.toLowerCase());
      if (added) onAdded(added);
    },
  });
}

/** Disables an enabled manager, enables a disabled one, and reloads the list. */
export function useSwitchManager() {
  const reload = useReload();
  return useMutation({
    mutationFn: async ({ id, active }: Manager) => {
      // Reads the current record first, so that a recent change by a colleague is not undone.
      const now = await api(currentManager, { params: { id } });
      return api(editManager, { params: { id }, body: { ...now, active: !active } });
    },
    onSuccess: (_, { name, active }) =>
      notify({ text: active ? `${name} can no longer log in.` : `${name} can log in again.` }),
    onSettled: reload,
  });
}

export function useDeleteManager() {
  const reload = useReload();
  return async ({ id, name, version }: Manager, anyway: boolean) => {
    try {
      const body = anyway ? { id } : { id, version };
      await api(deleteManager, { params: { id }, body });
      notify({ text: `${name} was deleted.` });
    } finally {
      await reload();
    }
  };
}
