import { useMutation, useQueryClient } from '@tanstack/react-query';
import { erasePerson, exportPerson, showPerson } from '#contract/person-data.ts';
import { api, apiFile } from '#web/lib/api.ts';
import { saveBlob } from '#web/lib/save-file.ts';
import { useManager } from '#web/lib/session.ts';

/** Asked for by a press, because each look is an entry of the audit log. */
export function useShowPerson() {
  const { clientId } = useManager();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: async (phone: string) => ({
      phone,
      data: await api(showPerson, { params: { clientId }, body: { clientId, phone } }),
    }),
  });
}

export function useExportPerson(phone: string, onDone: () => void) {
  const { clientId } = useManager();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: async (fullSsn: boolean) =>
      saveBlob(
        // As the server names it: no whole number in the name of a file.
        `person ${phone.slice(-4)}.json`,
        await apiFile(exportPerson, {
          params: { clientId },
          body: { clientId, phone, fullSsn },
        }),
      ),
    onSuccess: onDone,
  });
}

export interface EraseWish {
  again: string;
  hashDoNotCall: boolean;
}

export function useErasePerson(phone: string) {
  const client = useQueryClient();
  const { clientId } = useManager();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (wish: EraseWish) =>
      api(erasePerson, {
        params: { clientId },
        body: { clientId, phone, ...wish },
        intent: wish,
      }),
    // Lists, reports and the do-not-call list have changed.
    onSuccess: () => client.invalidateQueries(),
  });
}
