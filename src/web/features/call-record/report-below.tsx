import { AlertIcon } from '#web/ui/icons.tsx';
import { NoteBand } from '#web/ui/notice-band.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { ReportAddress } from './report-address.ts';
import { SavedFilters } from './saved-filters.tsx';

interface ReportBelowProps {
  address: ReportAddress;
  /** What the address asks for and the report does not have. */
  ignored: readonly string[];
  barOpen: boolean;
  onChange: (part: Partial<ReportAddress>) => void;
}

/** The line of filters, and what the address asked for in vain. */
export function ReportBelow({ address, ignored, barOpen, onChange }: ReportBelowProps) {
  return (
    <>
      {ignored.length > 0 && (
        <NoteBand icon={AlertIcon}>
          The address asks for something that this report does not have, so it was left out:{' '}
          {ignored.join(', ')}.
        </NoteBand>
      )}
      {barOpen && (
        <FilterBar filters={address.filters} onChange={(filters) => onChange({ filters })}>
          <SavedFilters address={address} onChoose={onChange} />
        </FilterBar>
      )}
    </>
  );
}
