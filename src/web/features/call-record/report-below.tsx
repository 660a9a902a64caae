import { Button } from '#web/ui/button.tsx';
import { AlertIcon, SearchIcon } from '#web/ui/icons.tsx';
import { NoteBand } from '#web/ui/notice-band.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { ReportAddress } from './report-address.ts';
import { SavedFilters } from './saved-filters.tsx';
import type { Report } from './use-report.ts';

interface ReportBelowProps {
  address: ReportAddress;
  /** What the address asks for and the report does not have. */
  ignored: readonly string[];
  barOpen: boolean;
  report: Pick<Report, 'searched' | 'searchAll'>;
  onChange: (part: Partial<ReportAddress>) => void;
}

/** The line of filters, what of the report was not searched, and what the address asked for in vain. */
export function ReportBelow({ address, ignored, barOpen, report, onChange }: ReportBelowProps) {
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
      {report.searchAll && (
        <NoteBand
          icon={SearchIcon}
          action={
            <Button size="sm" onClick={report.searchAll}>
              Search all
            </Button>
          }
        >
          {report.searched}
        </NoteBand>
      )}
    </>
  );
}
