import { useState } from 'react';
import { DateField } from '../../../src/web/ui/date-field.tsx';
import { NumberField } from '../../../src/web/ui/number-field.tsx';
import { Page, Section } from '../../../src/web/ui/page.tsx';
import { PhoneField } from '../../../src/web/ui/phone-field.tsx';
import { SelectField } from '../../../src/web/ui/select-field.tsx';

export function FieldPart() {
  const [phone, setPhone] = useState('');
  const [calls, setCalls] = useState<number | undefined>(undefined);
  const [campaign, setCampaign] = useState('');
  const [day, setDay] = useState('2026-11-20');
  return (
    <Page title="Fields" sentence={`Calls: ${calls ?? 'none'}. Day: ${day || 'none'}.`}>
      <Section>
        <PhoneField label="Phone" value={phone} onChange={setPhone} />
        <NumberField label="Calls per minute" value={calls} onChange={setCalls} />
        <SelectField
          label="Campaign"
          required
          choices={[{ value: '7', label: 'Q4 balance reminders' }]}
          value={campaign}
          error={campaign ? undefined : 'A campaign selection is required'}
          onChange={setCampaign}
        />
        <DateField label="Called since" value={day} onChange={setDay} />
      </Section>
    </Page>
  );
}
