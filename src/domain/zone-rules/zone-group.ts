/** Zones whose clocks show the same from the start of the data on. */
export interface ZoneGroup {
  /** IANA names. */
  zones: readonly string[];
  /** Ascending: an instant (ISO 8601, UTC) and the offset from UTC from then on, as `-05:00`. */
  changes: readonly (readonly [at: string, offset: string])[];
}
