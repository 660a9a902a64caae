import type { PersonData, PlaceData } from '#contract/person-data.ts';
import { formatPhone } from '#web/lib/format.ts';
import styles from './page.module.css';
import { Receipt } from './receipt.tsx';
import { countOf, fieldName, fieldsOf, placeNames } from './words.ts';

interface PlacesProps {
  data: PersonData;
  phone: string;
}

/** Place by place, each with its count; rows as fields, because places have different ones. */
export function Places({ data, phone }: PlacesProps) {
  const { places, otherNumbers, receipts } = data;
  return (
    <div className={styles.places}>
      {otherNumbers.length > 0 && (
        <Part title="Other numbers of the same accounts" count={String(otherNumbers.length)}>
          <p className={styles.row}>
            {otherNumbers.map(formatPhone).join(', ')}. An erasure of this number leaves them; erase
            each by itself.
          </p>
        </Part>
      )}
      {places.map((place) => (
        <Part key={place.place} title={placeNames[place.place]} count={countOf(place)}>
          <Rows place={place} phone={phone} />
        </Part>
      ))}
      {receipts.length > 0 && (
        <Part title="Earlier erasures" count={String(receipts.length)}>
          <ul className={styles.rows}>
            {receipts.map((receipt) => (
              <li key={receipt.at} className={styles.row}>
                <Receipt receipt={receipt} />
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}

interface PartProps {
  title: string;
  count: string;
  children: React.ReactNode;
}

function Part({ title, count, children }: PartProps) {
  return (
    <section className={styles.part} aria-label={title}>
      <h2>
        {title} <span>{count}</span>
      </h2>
      {children}
    </section>
  );
}

function Rows({ place: { place, rows, total }, phone }: { place: PlaceData; phone: string }) {
  return (
    <>
      <ul className={styles.rows}>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key of their own and do not move.
          <li key={`${place} ${at}`} className={styles.row}>
            <dl className={styles.fields}>
              {fieldsOf(row, phone).map(({ name, value }) => (
                <div key={name}>
                  <dt>{fieldName(name)}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {rows.length < total && <p className={styles.quiet}>An export has all of them.</p>}
    </>
  );
}
