import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  type CallList,
  listCallLists,
  putCallListFirst,
  putCallListInTurn,
} from '#contract/call-list.ts';
import { api } from '#web/lib/api.ts';
import { historyOf } from '#web/lib/audit-link.ts';
import { formatNumber } from '#web/lib/format.ts';
import { linkSearch } from '#web/lib/link-search.ts';
import { queryKey } from '#web/lib/query.ts';
import { reportLink } from '#web/lib/report-link.ts';
import { refusalOf } from '#web/lib/rights.ts';
import { reportError } from '#web/ui/error-modal.tsx';
import type { MenuItem } from '#web/ui/menu.tsx';
import { notify } from '#web/ui/notify.ts';
import { downloadRejectedRows } from '#web/ui/rejected-rows.ts';
import { hasTurns, isFirst, listAction } from './list-status.ts';

interface ListActions {
  onClose: (list: CallList) => void;
  onReuse: (list: CallList) => void;
  onImport: (list: CallList) => void;
  onWays: (list: CallList) => void;
  onRename: (list: CallList) => void;
  onConsent: (list: CallList) => void;
}

/** A row's menu: the action that its status offers first, then links to the list elsewhere. */
export function useRowActions(actions: ListActions) {
  const { onClose, onReuse, onImport, onWays, onRename, onConsent } = actions;
  const navigate = useNavigate();
  const client = useQueryClient();
  const togglePriority = async (list: CallList) => {
    const first = isFirst(list);
    try {
      await api(first ? putCallListInTurn : putCallListFirst, { params: { id: list.callListId } });
      await client.invalidateQueries({ queryKey: queryKey(listCallLists) });
      notify({ text: first ? takesTurns(list) : comesFirst(list) });
    } catch (error) {
      reportError(error);
    }
  };
  return (list: CallList): MenuItem[] => {
    const action = listAction(list);
    const items: MenuItem[] = [
      {
        label: 'Open in Live Monitoring',
        hint: '',
        separated: action !== undefined,
        onSelect: () =>
          navigate({
            to: '/main/livemonitoring',
            search: linkSearch({ campaignId: list.campaignId }),
          }),
      },
      {
        label: 'Show calls in report',
        // By its id: records keep the name that the list had.
        onSelect: () => navigate(reportLink({ callLists: [list.callListId] })),
      },
    ];
    if (list.followUpCount > 0) {
      items.push({
        label: 'Follow-ups',
        hint: formatNumber(list.followUpCount),
        onSelect: () => onWays(list),
      });
    }
    if (action === 'close')
      items.unshift({ label: 'Close', changes: true, onSelect: () => onClose(list) });
    if (action === 'reuse')
      items.unshift({ label: 'Reuse', changes: true, onSelect: () => onReuse(list) });
    if (hasTurns(list)) {
      const label = isFirst(list) ? 'Remove priority' : 'Put first';
      const onSelect = () => void togglePriority(list);
      items.push({ label, separated: true, changes: true, onSelect });
    }
    items.push({
      label: 'Rename',
      separated: true,
      changes: true,
      onSelect: () => onRename(list),
    });
    items.push({ label: 'Consent', changes: true, onSelect: () => onConsent(list) });
    if (list.hasImportResult) {
      items.push({ label: 'Import result', separated: true, onSelect: () => onImport(list) });
    }
    if (list.rejectedCount > 0) {
      items.push({
        label: 'Download rejected rows',
        changes: true,
        hint: formatNumber(list.rejectedCount),
        separated: !list.hasImportResult,
        onSelect: () => void downloadRejectedRows(list),
      });
    }
    if (!refusalOf('administrator')) {
      const search = linkSearch(historyOf({ kind: 'callList', id: list.callListId }));
      const onSelect = () => void navigate({ to: '/main/audit', search });
      items.push({ label: 'History', separated: true, onSelect });
    }
    return items;
  };
}

const comesFirst = ({ originalFileName, campaignName }: CallList) =>
  `${originalFileName} is now first. ${campaignName} calls it before its other lists.`;

const takesTurns = ({ originalFileName, campaignName }: CallList) =>
  `${originalFileName} is called in rotation with the other lists of ${campaignName}.`;
